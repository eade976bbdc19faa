export type { ContractCase, ContractTarget } from './testing/probe-contract.js';
export { probeContract } from './testing/probe-contract.js';
export { requireRuntime } from './testing/require-runtime.js';
export type { ScriptedApp, ScriptedProbe } from './testing/scripted-probe.js';
export { countsOf, createScriptedProbe, scriptedCapture, scriptedCut, scriptedRead } from './testing/scripted-probe.js';
export { type SecretCase, secretCaseLines, secretCases, secretTrees } from './testing/secret-cases.js';
export { checkDamaged, checkEncoder, type WireWords } from './testing/wire-trees.js';
