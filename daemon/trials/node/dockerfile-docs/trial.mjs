/** A language server, as published, over its standard input: two documents are open, and one of them was changed. */
const frame = (message) => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const open = (uri, version, text) => ({
  method: 'textDocument/didOpen',
  params: { textDocument: { uri, languageId: 'dockerfile', version, text } },
});

export default {
  get: { npm: { 'dockerfile-language-server-nodejs': '0.15.0' } },
  start: ({ modules }) => ['node', [`${modules}/dockerfile-language-server-nodejs/bin/docker-langserver`, '--stdio']],
  async drive({ stdin, until, said }) {
    stdin(
      frame({
        id: 1,
        method: 'initialize',
        params: {
          processId: null,
          clientInfo: { name: 'Quill', version: '3.4.1' },
          rootUri: 'file:///home/ane/orchard',
          capabilities: { textDocument: { publishDiagnostics: {} }, workspace: { configuration: false } },
          workspaceFolders: [{ uri: 'file:///home/ane/orchard', name: 'orchard' }],
        },
      }),
    );
    await until(() => said().includes('"id":1'), 'the server');
    stdin(frame({ method: 'initialized', params: {} }));
    stdin(
      frame({
        method: 'workspace/didChangeConfiguration',
        params: {
          settings: {
            docker: { languageserver: { diagnostics: { instructionCasing: 'error', deprecatedMaintainer: 'warning' } } },
          },
        },
      }),
    );
    stdin(frame(open('file:///home/ane/orchard/Dockerfile', 1, 'FROM node:24\nmaintainer Ane\nRUN echo pears\n')));
    stdin(frame(open('file:///home/ane/orchard/press/Dockerfile', 7, 'FROM debian:trixie\nEXPOSE 8125\n')));
    stdin(
      frame({
        method: 'textDocument/didChange',
        params: {
          textDocument: { uri: 'file:///home/ane/orchard/press/Dockerfile', version: 8 },
          contentChanges: [{ text: 'FROM debian:trixie\nEXPOSE 8126\n' }],
        },
      }),
    );
    await until(() => said().includes('publishDiagnostics'), 'what it finds');
  },
};
