/** A language server for YAML, as published, over its standard input: two documents, settings of the client, a schema for one of them. */
const frame = (message) => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const root = 'file:///home/sunniva/kiosk';
const open = (name, version, text) => ({
  method: 'textDocument/didOpen',
  params: { textDocument: { uri: `${root}/${name}`, languageId: 'yaml', version, text } },
});
const schema = {
  title: 'Price list of a kiosk',
  type: 'object',
  required: ['kiosk', 'prices'],
  properties: { kiosk: { type: 'string' }, prices: { type: 'object', additionalProperties: { type: 'number' } } },
};

export default {
  get: { npm: { 'yaml-language-server': '1.19.2' } },
  start: ({ modules }) => ['node', [`${modules}/yaml-language-server/bin/yaml-language-server`, '--stdio']],
  async drive({ stdin, until, said, write }) {
    const file = write('prices.schema.json', JSON.stringify(schema));
    stdin(
      frame({
        id: 1,
        method: 'initialize',
        params: {
          processId: null,
          clientInfo: { name: 'Lantern', version: '0.9.2' },
          rootUri: root,
          capabilities: { textDocument: { publishDiagnostics: {} } },
          workspaceFolders: [{ uri: root, name: 'kiosk' }],
        },
      }),
    );
    await until(() => said().includes('"id":1'), 'the server');
    stdin(frame({ method: 'initialized', params: {} }));
    const yaml = {
      validate: true,
      hover: true,
      completion: false,
      customTags: ['!secret scalar'],
      maxItemsComputed: 1234,
      format: { enable: true, printWidth: 96, singleQuote: true },
      keyOrdering: true,
      yamlVersion: '1.1',
      schemaStore: { enable: false },
      schemas: { [`file://${file}`]: ['prices.yaml'] },
    };
    /** The server asks its client for the settings. */
    const answered = new Set();
    const answer = () => {
      for (const [, id, method] of said().matchAll(/"id":(\d+),"method":"([^"]+)"/g)) {
        if (answered.has(id)) continue;
        answered.add(id);
        const result = method === 'workspace/configuration' ? [yaml, null, null, { tabSize: 4 }, null] : null;
        stdin(frame({ id: Number(id), result }));
      }
    };
    stdin(frame({ method: 'workspace/didChangeConfiguration', params: { settings: {} } }));
    await until(() => {
      answer();
      return answered.size > 1;
    }, 'the questions of the server');
    stdin(frame(open('prices.yaml', 3, 'kiosk: Strandvejen\nprices:\n  licorice: 12\n  postcard: cheap\n')));
    stdin(frame(open('shifts.yaml', 11, 'monday: Aksel\ntuesday: Ronja\n')));
    stdin(
      frame({
        method: 'textDocument/didChange',
        params: {
          textDocument: { uri: `${root}/shifts.yaml`, version: 12 },
          contentChanges: [{ text: 'monday: Aksel\ntuesday: Ronja\nwednesday: closed\n' }],
        },
      }),
    );
    await until(() => {
      answer();
      return /Incorrect type/.test(said());
    }, 'what it finds');
  },
};
