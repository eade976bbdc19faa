/**
 * While two processes of one program run, the later is `name~2`, the next `name~3`. A number stays with its process for life and is free again
 * when the process is gone; the lowest free one is taken, so that a restarted process gets its own back.
 */
export interface Numbering {
  take(program: string): string;
  release(appId: string): void;
}

export const createNumbering = (): Numbering => {
  const taken = new Set<string>();
  return {
    take(program) {
      let appId = program;
      for (let number = 2; taken.has(appId); number++) appId = `${program}~${number}`;
      taken.add(appId);
      return appId;
    },
    release(appId) {
      taken.delete(appId);
    },
  };
};

/** The program that an `app_id` stands for: all its processes share one schema. */
export const programOf = (appId: string): string => appId.replace(/~\d+$/, '');
