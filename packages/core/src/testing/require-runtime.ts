import type { Runtime } from '../wire.js';

/**
 * Whether a live test can run here. `missing` names what is not there (null: all is). A missing runtime is said aloud and
 * skipped, unless SUBSTRATE_REQUIRE names it (`v8,jvm,clr`): then it is a failure.
 *
 *   describe.runIf(requireRuntime('jvm', findJava() ? null : 'java'))(…)
 */
export const requireRuntime = (runtime: Runtime, missing: string | null): boolean => {
  if (missing === null) return true;
  const required = (process.env.SUBSTRATE_REQUIRE ?? '').split(',').map((name) => name.trim());
  if (required.includes(runtime))
    throw new Error(`SUBSTRATE_REQUIRE names ${runtime}, but ${missing} is missing on this machine.`);
  console.warn(`skipped: the live tests of ${runtime} need ${missing}, which is missing on this machine.`);
  return false;
};
