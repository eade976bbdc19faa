/**
 * A probe for CPython, as an example of one that is not part of Substrate: `probe.extra = ["./examples/probe-python"]` in the configuration.
 * The agent in `agent/` is brought in by `substrate launch`, or by `sys.remote_exec` from Python 3.14 on.
 */
import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ProbeError } from '@substrate/core';
import { createChannel, orAborted, pause, shareRoots, startTimeOf } from '@substrate/core/probing';

const agentFolder = fileURLToPath(new URL('./agent', import.meta.url));
const knownFormat = 1;
const maxLineBytes = 64 * 1024 * 1024;

const refusal = (reason, message, retry) => ({ reason, message, retry });

const isPython = (name) => /^python3?(\.\d+)?$/.test(name);

/** The script or module that the interpreter runs: the program's own name. */
const scriptOf = (command) => {
  for (let at = 1; at < command.length; at++) {
    const word = command[at];
    if (word === '-m') return command[at + 1];
    if (word === '-c') return undefined;
    if (word === '-X' || word === '-W') at++;
    else if (!word.startsWith('-')) return path.basename(word, '.py');
  }
  return undefined;
};

const versionOf = (executable) => /python(3\.\d+)/.exec(executable ?? '')?.[1];

/** Where the agent of a process listens, if its folder is that user's alone. */
const socketOf = async ({ pid }) => {
  const owner = (await lstat(`/proc/${pid}`).catch(() => null))?.uid;
  if (owner === undefined) return null;
  const folder = `/tmp/substrate-python-${owner}`;
  const file = path.join(folder, `${pid}.sock`);
  const [around, socket] = await Promise.all([lstat(folder).catch(() => null), lstat(file).catch(() => null)]);
  if (!around?.isDirectory() || around.uid !== owner || (around.mode & 0o077) !== 0) return null;
  return socket?.isSocket() && socket.uid === owner ? file : null;
};

const check = async (app) => {
  if ((await startTimeOf(app.pid)) !== app.startTime) return refusal('gone', `Process ${app.pid} has ended.`, false);
  if ((await socketOf(app)) !== null || canInject(app)) return null;
  const how = `Start it with "substrate launch -- ${app.command.join(' ')}".`;
  return refusal('no_agent', `${app.appName} was started without the agent, and only Python 3.14 takes one later. ${how}`, false);
};

const canInject = ({ executable }) => Number(versionOf(executable)?.split('.')[1] ?? 0) >= 14;

const inject = async (app, signal) => {
  const code = 'import sys; sys.remote_exec(int(sys.argv[1]), sys.argv[2])';
  await promisify(execFile)(`/proc/${app.pid}/exe`, ['-c', code, String(app.pid), path.join(agentFolder, 'attach.py')], {
    signal,
    timeout: 10_000,
  });
};

const findAgent = async (app, signal) => {
  let injected = false;
  for (const ends = Date.now() + 5000; Date.now() < ends && !signal.aborted; await pause(20, signal)) {
    const file = await socketOf(app);
    if (file !== null) return file;
    if (injected) continue;
    if (!canInject(app)) break;
    injected = true;
    await inject(app, signal);
  }
  throw new ProbeError((await check(app)) ?? refusal('no_answer', 'The agent did not begin to listen.', true));
};

const open = (file, signal) =>
  new Promise((resolve, reject) => {
    const stream = createConnection(file);
    const failed = (error) => reject(new ProbeError(refusal('no_answer', `The agent does not answer: ${error.message}`, true)));
    stream.once('error', failed);
    stream.once('connect', () => {
      stream.off('error', failed);
      resolve(createChannel({ stream, maxLineBytes }));
    });
    signal.addEventListener('abort', () => stream.destroy(signal.reason), { once: true });
  });

const attach = async (app, _known, signal) => {
  signal.throwIfAborted();
  if ((await startTimeOf(app.pid)) !== app.startTime)
    throw new ProbeError(refusal('gone', `Process ${app.pid} has ended.`, false));
  const channel = await open(await findAgent(app, signal), signal);
  const hello = await orAborted(channel.send('hello'), signal);
  if (hello.pid !== app.pid)
    throw new ProbeError(refusal('other_process', 'Somebody else answers at the place of the agent.', false));
  return createSession(channel);
};

const createSession = (channel) => {
  let roots = [];
  const ask = async (op, fields, signal) => {
    signal.throwIfAborted();
    const body = await orAborted(channel.send(op, fields), signal);
    if (typeof body.error === 'string') throw new Error(`The agent could not do it: ${body.error}`);
    return body;
  };
  return {
    gone: channel.gone,
    freshNeedsHeap: () => false,
    async capture({ mode, budget }, signal) {
      const body = await ask('capture', { budget }, signal);
      roots = shareRoots(roots, body.roots);
      return {
        runtime: 'unknown',
        tier: 'aso_fast',
        context: { url: null, location: null, view: null, window_title: null, window_id: null },
        hints: {},
        roots,
        actions: body.actions,
        known: { format: knownFormat, roots: roots.map(({ address, source }) => ({ address, source, locator: null })) },
        discovered: mode !== 'poll',
        moreRoutes: false,
        rawObjectCount: Math.max(body.counts.nodesRead, roots.length),
        counts: body.counts,
        notes: [],
      };
    },
    async read({ root, path: below, from, limit, budget }, signal) {
      const body = await ask('read', { root, path: below, from, limit, budget }, signal).catch(() => ({ node: null }));
      return body.node;
    },
    async invoke({ address, parameters, timeoutMs }, signal) {
      try {
        return await ask('invoke', { address, parameters, timeoutMs }, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        return { ok: false, dispatched: true, reason: 'gone', message: error.message };
      }
    },
    async [Symbol.asyncDispose]() {
      channel.close();
    },
  };
};

/** @type {import('@substrate/core').ExtraProbe} */
export default {
  name: 'python',
  recognize({ executable, command, name }) {
    if (!isPython(path.basename(executable ?? name))) return undefined;
    const script = scriptOf(command);
    if (script === undefined) return undefined;
    const version = versionOf(executable);
    return {
      runtimeName: version === undefined ? 'CPython' : `CPython ${version}`,
      appId: script,
      appName: script,
      by: `executable ${path.basename(executable ?? name)}`,
    };
  },
  probe: { runtime: 'unknown', check, attach },
  launch({ program, env }) {
    if (!isPython(path.basename(program))) return undefined;
    return {
      env: { PYTHONPATH: [agentFolder, env.PYTHONPATH].filter(Boolean).join(path.delimiter) },
      notes: ['added the agent to PYTHONPATH'],
    };
  },
};
