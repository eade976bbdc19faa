import type { CallOptions, Connection } from '../connection.js';

export interface Script {
  readonly url: string;
  readonly isModule: boolean;
}

/**
 * The scripts that the process has compiled, by id. Only the debugger tells, so it is on for one round trip, with all pauses
 * skipped; a `debugger` statement that runs meanwhile stops nobody.
 */
const readScripts = async (connection: Connection, options: CallOptions): Promise<Map<string, Script>> => {
  const scripts = new Map<string, Script>();
  const stop = connection.on('Debugger.scriptParsed', ({ scriptId, url, isModule }) => {
    scripts.set(scriptId, { url, isModule: isModule ?? false });
  });
  try {
    // Sent together, so that nothing runs in between.
    await Promise.all([
      connection.send('Debugger.enable', {}, options),
      connection.send('Debugger.setSkipAllPauses', { skip: true }, options),
      connection.send('Debugger.disable', undefined, options),
    ]);
  } finally {
    stop();
  }
  return scripts;
};

/** What is known of the scripts. The debugger goes through the text of all of them, so it is asked again only about new ones. */
export interface ScriptList {
  /** All scripts that are known, those of the given ids among them. */
  covering(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, Script>>;
}

export const createScriptList = (connection: Connection): ScriptList => {
  let known: ReadonlyMap<string, Script> = new Map();
  return {
    covering: async (ids, options = {}) => {
      if (known.size > 0 && ids.every((id) => known.has(id))) return known;
      const unknown = ids.map((id): [string, Script] => [id, { url: '', isModule: false }]);
      known = new Map([...unknown, ...(await readScripts(connection, options))]);
      return known;
    },
  };
};

/** The text of scripts that are no files. Asked in the same way. */
export const readSources = async (
  connection: Connection,
  ids: readonly string[],
  options: CallOptions = {},
): Promise<Map<string, string>> => {
  const sources = new Map<string, string>();
  if (ids.length === 0) return sources;
  await Promise.all([
    connection.send('Debugger.enable', {}, options),
    connection.send('Debugger.setSkipAllPauses', { skip: true }, options),
    ...ids.map(async (scriptId) => {
      const found = await connection.send('Debugger.getScriptSource', { scriptId }, options).catch(() => null);
      if (found) sources.set(scriptId, found.scriptSource);
    }),
    connection.send('Debugger.disable', undefined, options),
  ]);
  return sources;
};
