import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Keeps a key for the commands of this user: the one place where its text may lie. */
export const saveKey = async (file: string, key: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(fresh, `${key}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(fresh, 0o600);
  await rename(fresh, file);
};
