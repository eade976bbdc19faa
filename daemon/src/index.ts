export { type Daemon, type DaemonOptions, startDaemon } from './compose.js';
export { type Config, ConfigError, type ConfigSources, loadConfig } from './config.js';
export { createLog, type Log } from './log.js';
export type { Probes } from './probes.js';
