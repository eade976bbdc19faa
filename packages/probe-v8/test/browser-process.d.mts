import type { AppProcess } from '@substrate/core';

export const executable: string | undefined;
export const startBrowser: (
  url?: string,
  debugging?: boolean,
) => Promise<{ readonly app: AppProcess; readonly port: number; stop(): Promise<void> }>;
