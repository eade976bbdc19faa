/** A checker of types (Pyright's language server, as published and minified) over its standard input: two files of a project, one with a mistake. */
const frame = (message) => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const station = `from typing import Final

STATION: Final = "Jungfraujoch"


def felt(celsius: float, wind: float) -> float:
    return 13.12 + 0.6215 * celsius - 11.37 * wind**0.16


reading: int = felt(-4.5, 30)
`;
const log = `from station import STATION, felt

entries = [(STATION, felt(1.0, 12))]
`;

export default {
  get: { npm: { pyright: '1.1.406' } },
  start: ({ modules, work }) => ['node', [`${modules}/pyright/langserver.index.js`, '--stdio'], { cwd: work }],
  async drive({ stdin, until, said, write }) {
    const file = write('weather/station.py', station);
    write('weather/log.py', log);
    write(
      'weather/pyrightconfig.json',
      JSON.stringify({
        typeCheckingMode: 'strict',
        pythonVersion: '3.12',
        pythonPlatform: 'Linux',
        reportPrivateUsage: 'warning',
      }),
    );
    const root = `file://${file.replace('/station.py', '')}`;
    const open = (name, version, text) =>
      stdin(
        frame({
          method: 'textDocument/didOpen',
          params: { textDocument: { uri: `${root}/${name}`, languageId: 'python', version, text } },
        }),
      );
    stdin(
      frame({
        id: 1,
        method: 'initialize',
        params: {
          processId: null,
          clientInfo: { name: 'Edelweiss', version: '2.2.0' },
          rootUri: root,
          capabilities: { textDocument: { publishDiagnostics: {} }, workspace: { workspaceFolders: true, configuration: true } },
          workspaceFolders: [{ uri: root, name: 'weather' }],
        },
      }),
    );
    await until(() => said().includes('"id":1'), 'the server');
    stdin(frame({ method: 'initialized', params: {} }));
    stdin(frame({ method: 'workspace/didChangeConfiguration', params: { settings: {} } }));
    open('station.py', 5, station);
    open('log.py', 2, log);
    /** The server asks its client for the settings: there are none but those of the project. */
    const answered = new Set();
    await until(() => {
      for (const [, id, method, params] of said().matchAll(/"id":(\d+),"method":"([^"]+)","params":(.*?\]\}|)/g)) {
        if (answered.has(id)) continue;
        answered.add(id);
        const asked = method === 'workspace/configuration' ? JSON.parse(params).items.map(() => null) : null;
        stdin(frame({ id: Number(id), result: asked }));
      }
      return /is not assignable/.test(said());
    }, 'what it finds');
  },
};
