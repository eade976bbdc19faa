import { type Change, diffObjects, type Objects } from '@substrate/core';

/** All that differs, in one list: what was not there before or is not there any more is null on that side. */
export const changedFields = (before: Objects, after: Objects): Change[] => {
  const { changed, added, removed } = diffObjects(before, after);
  return [
    ...changed,
    ...added.map(({ path, value }) => ({ path, before: null, after: value })),
    ...removed.map(({ path, value }) => ({ path, before: value, after: null })),
  ];
};
