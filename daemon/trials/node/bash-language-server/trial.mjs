const message = (body) => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...body });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

/** A language server on its standard input, with one document open. */
export default {
  get: { npm: { 'bash-language-server': '5.6.0' } },
  start: ({ modules, work }) => ['node', [`${modules}/bash-language-server/out/cli.js`, 'start'], { cwd: work }],
  async ready({ stdin, until, said, work }) {
    stdin(
      message({
        id: 1,
        method: 'initialize',
        params: {
          processId: null,
          rootUri: `file://${work}`,
          workspaceFolders: null,
          clientInfo: { name: 'pencil', version: '3.1' },
          capabilities: { workspace: { configuration: false } },
        },
      }),
    );
    await until(() => said().includes('"capabilities"'), 'the capabilities');
  },
  async drive({ stdin, until, said, work }) {
    stdin(message({ method: 'initialized', params: {} }));
    const text =
      '#!/bin/bash\nbackup_folder=/srv/backup\nkeep_days=14\nrotate() {\n  find "$backup_folder" -mtime +"$keep_days" -delete\n}\nrotate\n';
    stdin(
      message({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri: `file://${work}/rotate.sh`, languageId: 'shellscript', version: 5, text } },
      }),
    );
    stdin(
      message({ id: 2, method: 'textDocument/documentSymbol', params: { textDocument: { uri: `file://${work}/rotate.sh` } } }),
    );
    await until(() => said().includes('keep_days'), 'the symbols');
  },
};
