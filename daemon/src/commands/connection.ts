import path from 'node:path';
import { type Client, createClient } from '@substrate/client';
import { readOwnFileSync } from '@substrate/core/probing';
import { homeOf, loadConfig } from '../config.js';
import { runningDaemon } from '../home.js';
import type { Arguments } from './arguments.js';

/** How a command finds its daemon and its key: an option, else the environment, else the home folder and the configuration. */

export interface Connection {
  readonly client: Client;
  readonly url: string;
  readonly key: string | undefined;
}

export const clientKeyFile = (env: NodeJS.ProcessEnv): string => path.join(homeOf(env), 'client.key');

export const connect = (args: Pick<Arguments, 'text'>, env: NodeJS.ProcessEnv): Connection => {
  const url =
    args.text('url') ??
    (env.SUBSTRATE_URL || reachable(runningDaemon(homeOf(env))?.url ?? configuredUrl(args.text('config'), env)));
  const key = args.text('key') ?? (env.SUBSTRATE_KEY || savedKey(env));
  return { url, key, client: createClient({ url, ...(key !== undefined && { key }) }) };
};

const configuredUrl = (configFile: string | undefined, env: NodeJS.ProcessEnv): string => {
  const { host, port } = loadConfig({ configFile, env }).server;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** A daemon that listens on every address is reached on the loopback one. */
export const reachable = (url: string): string => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

const savedKey = (env: NodeJS.ProcessEnv): string | undefined => {
  try {
    return readOwnFileSync(clientKeyFile(env), 4096).trim() || undefined;
  } catch {
    return undefined;
  }
};
