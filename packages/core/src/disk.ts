/** What a disk can say no with, in words. */
const reasons = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EIO', 'the disk fails'],
]);

/** Why a file could not be written, when the disk is to blame: `the disk is full (ENOSPC)`. Undefined for any other error. */
export const diskTrouble = (error: unknown): string | undefined => {
  const code = String((error as { code?: unknown } | null | undefined)?.code);
  const why = reasons.get(code);
  return why && `${why} (${code})`;
};
