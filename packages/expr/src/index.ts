export type { Limits } from './limits.js';
export { defaultLimits } from './limits.js';
export type { Compiler, Outcome, Program } from './program.js';
export { compile, createCompiler } from './program.js';
export { supplied } from './supplied.js';
export type { Scope } from './values.js';
