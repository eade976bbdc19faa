/**
 * The door that we leave in a Node.js process: an inspector session of its own for each connection to a Unix socket in a folder that only this
 * user can enter. It is set up through the inspector's port, which is then closed. Nothing here keeps the process alive, waits for whoever is
 * connected, prints, or throws into the application. Closed.
 */

export interface DoorRequest {
  /** What the socket is called. */
  readonly name: string;
  /** Folders that ours may be made in, the best first. */
  readonly parents: readonly string[];
  /** The port was opened for us: it is closed as soon as nobody is connected to it. */
  readonly closesPort: boolean;
}

/** Where the door is; `busy` when the application's code was interrupted, and it should be asked for again. */
export type DoorAnswer = { readonly path: string } | { readonly busy: true } | { readonly failed: string };

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  /** Bytes that the other side has taken. */
  readonly taken?: number;
}

export const openDoor = (builtin: (name: string) => unknown, request: DoorRequest): DoorAnswer => {
  // Deno ends at the mere attempt to open a session from within itself.
  const other = ['deno', 'bun'].find((name) => process.versions[name] !== undefined);
  if (other !== undefined) return { failed: `${other} can't open an inspector session within itself.` };
  const fs = builtin('fs') as typeof import('node:fs');
  const net = builtin('net') as typeof import('node:net');
  const inspector = builtin('inspector') as typeof import('node:inspector');
  const { setTimeout, clearTimeout } = builtin('timers') as typeof import('node:timers');

  const mostConnections = 16;
  const longestMessage = 16 * 1024 * 1024;
  /** What may wait for a reader. */
  const longestBacklog = 64 * 1024 * 1024;
  /** On its way at once: the system takes that much without waiting for the reader, so that no write is ever left to wait. */
  const window = 96 * 1024;
  /** Milliseconds after which somebody who takes nothing is left; the second for what the system did not take, which would hold up the end. */
  const patience = { backlog: 10_000, write: 300 };
  const later = (work: () => void, ms: number): NodeJS.Timeout => {
    const timer = setTimeout(work, ms);
    timer.unref();
    return timer;
  };
  /** When the code that runs now has come to its end. */
  const afterwards = async (work: () => void): Promise<void> => {
    await undefined;
    work();
  };
  // A buffer of its own for each: others share memory that the application may be filling.
  const encoder = new (builtin('util') as typeof import('node:util')).TextEncoder();
  const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

  /**
   * Whether somebody is connected to the port, or has left and the thread of the inspector has not heard of it yet. Closing it would cut off the one,
   * and the other ends the process: that thread answers a goodbye with what it has freed by then.
   */
  const isInUse = (tables: readonly string[], port: number): boolean => {
    const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
    const [established, closeWait] = ['01', '08'];
    return tables.some((table) =>
      table.split('\n').some((line) => {
        const [, address = '', , state] = line.trim().split(/\s+/);
        return (state === established || state === closeWait) && address.endsWith(local);
      }),
    );
  };
  const readTables = (): Promise<string[]> =>
    Promise.all(
      ['tcp', 'tcp6'].map(
        (table) =>
          new Promise<string>((resolve) => {
            fs.readFile(`/proc/self/net/${table}`, 'latin1', (error, text) => resolve(error ? '' : text));
          }),
      ),
    );
  const closePort = (waits: readonly number[]): void => {
    const [wait = 0, ...rest] = waits;
    const look = async (): Promise<void> => {
      const port = Number(/:(\d+)\//.exec(inspector.url() ?? '')?.[1] ?? 0);
      if (port === 0) return;
      if (isInUse(await readTables(), port)) closePort(rest.length > 0 ? rest : [wait]);
      else inspector.close();
    };
    later(() => void look().catch(() => undefined), wait);
  };

  const serve = (socket: import('node:net').Socket): void => {
    const session = new inspector.Session();
    session.connect();
    let isOver = false;
    let heard: Buffer[] = [];
    let heardBytes = 0;
    let said: string[] = [];
    let backlog: Uint8Array[] = [];
    let backlogBytes = 0;
    let flying = 0;
    let isDue = false;
    let timer: NodeJS.Timeout | undefined;

    const end = (): void => {
      if (isOver) return;
      isOver = true;
      connections.delete(end);
      clearTimeout(timer);
      said = [];
      backlog = [];
      heard = [];
      try {
        session.disconnect();
      } catch {
        // It was gone already.
      }
      socket.destroy();
    };
    /** Leaves a reader who does not read. */
    const watch = (): void => {
      clearTimeout(timer);
      if (socket.writableLength > 0) timer = later(end, patience.write);
      else if (backlog.length > 0) timer = later(end, patience.backlog);
    };
    const flow = (): void => {
      while (!isOver && flying < window) {
        const first = backlog.shift();
        if (!first) break;
        const part = first.subarray(0, window - flying);
        if (part.length < first.length) backlog.unshift(first.subarray(part.length));
        backlogBytes -= part.length;
        flying += part.length;
        socket.write(part);
      }
      watch();
    };
    /** As one piece: for each write the system counts a kilobyte beside its bytes, and a few hundred small ones would be more than it takes. */
    const sendSaid = (): void => {
      isDue = false;
      const text = said.splice(0).join('');
      const bytes = encoder.encode(text);
      backlogBytes += bytes.length - text.length;
      backlog.push(bytes);
      if (backlogBytes > longestBacklog) end();
      else flow();
    };
    /**
     * What a thread says comes in the midst of anything that the process does, of the application's code, of Node.js' own and of ours. So nothing is done
     * about it there and then but to keep it: buffers, timers and sockets may be half changed.
     */
    const send = (message: object): void => {
      if (isOver || backlogBytes > longestBacklog) return;
      const line = `${JSON.stringify(message)}\n`;
      backlogBytes += line.length;
      said.push(line);
      if (isDue) return;
      isDue = true;
      void afterwards(sendSaid).catch(end);
    };
    const post = (id: number | undefined, method: string, params: object): void => {
      session.post(method, params, (error: Error | null, result?: object) => {
        if (id === undefined) return;
        send(error ? { id, error: { message: error.message.replace(/^Inspector error -?\d+: /, '') } } : { id, result });
      });
      // Nobody but us would let a process go on that stopped for us.
      if (method === 'Debugger.enable') session.post('Debugger.setSkipAllPauses', { skip: true });
    };
    const take = (line: Buffer): void => {
      const { id, method, params = {}, taken } = JSON.parse(line.toString('utf8')) as Message;
      if (typeof taken === 'number') {
        flying -= taken;
        flow();
      } else if (typeof method === 'string') post(id, method, params);
    };
    const hear = (chunk: Buffer): void => {
      let rest = chunk;
      for (let at = rest.indexOf(10); at >= 0 && !isOver; at = rest.indexOf(10)) {
        const line = heard.length > 0 ? Buffer.concat([...heard, rest.subarray(0, at)]) : rest.subarray(0, at);
        heard = [];
        heardBytes = 0;
        rest = rest.subarray(at + 1);
        take(line);
      }
      if (rest.length === 0 || isOver) return;
      heard.push(rest);
      heardBytes += rest.length;
      if (heardBytes > longestMessage) end();
    };

    connections.add(end);
    session.on('inspectorNotification', ({ method, params }) => {
      try {
        send({ method, params });
      } catch {
        end();
      }
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        hear(chunk);
      } catch {
        end();
      }
    });
    socket.on('error', end);
    socket.on('end', end);
    socket.on('close', end);
  };

  const connections = new Set<() => void>();
  /** A folder of our own that nobody else can enter, exchange or have made before us. */
  const isPrivate = (folder: string, uid: number): boolean => {
    const facts = fs.lstatSync(folder);
    return facts.isDirectory() && facts.uid === uid && (facts.mode & 0o077) === 0;
  };
  const folderIn = (parent: string): string => {
    const uid = process.geteuid?.() ?? -1;
    const around = fs.statSync(parent);
    const isOpenToAll = (around.mode & 0o002) !== 0 && (around.mode & 0o1000) === 0;
    if (isOpenToAll) throw new Error(`${parent} lets anybody exchange its folders`);
    const folder = `${parent}/substrate-${uid}`;
    try {
      fs.mkdirSync(folder, { mode: 0o700 });
    } catch {
      // It is there as a rule.
    }
    try {
      if (isPrivate(folder, uid)) return folder;
    } catch {
      // Or can't be made.
    }
    return fs.mkdtempSync(`${folder}-`);
  };
  const listen = (path: string): boolean => {
    fs.rmSync(path, { force: true });
    const server = net.createServer((socket) => {
      try {
        socket.unref();
        if (connections.size < mostConnections) serve(socket);
        else socket.destroy();
      } catch {
        socket.destroy();
      }
    });
    server.on('error', () => undefined);
    // Within a cluster the primary would listen instead.
    server.listen({ path, exclusive: true });
    server.unref();
    if (!server.listening) return false;
    const leave = (): void => {
      for (const end of connections) end();
      try {
        fs.unlinkSync(path);
      } catch {
        // Whoever comes after us clears it away.
      }
    };
    // One listener more must not make Node.js warn of a leak.
    const most = process.getMaxListeners();
    if (most === 0 || process.listenerCount('exit') + 1 < most) process.on('exit', leave);
    return true;
  };

  if (request.closesPort) closePort([1, 5, 10, 20, 50, 100, 250]);
  const { executionAsyncId } = builtin('async_hooks') as typeof import('node:async_hooks');
  // What is made in the midst of a request would hold on to it, and run in its name.
  if (executionAsyncId() !== 0) return { busy: true };
  if (typeof inspector.Session !== 'function') return { failed: 'It has no inspector sessions of its own.' };
  try {
    const trial = new inspector.Session();
    trial.connect();
    trial.disconnect();
  } catch (error) {
    return { failed: textOf(error) };
  }
  const failures: string[] = [];
  for (const parent of request.parents) {
    try {
      const path = `${folderIn(parent)}/${request.name}`;
      if (listen(path)) return { path };
      failures.push(`${path} can't be listened on`);
    } catch (error) {
      failures.push(textOf(error));
    }
  }
  return { failed: failures.join('; ') };
};
