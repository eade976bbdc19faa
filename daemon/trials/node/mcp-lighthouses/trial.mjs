/** A server of tools for agents (the Model Context Protocol's own library) over its standard input: a client came in and called three tools. */
const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const call = (id, name, args) => line({ id, method: 'tools/call', params: { name, arguments: args } });

export default {
  get: { npm: { '@modelcontextprotocol/sdk': '1.22.0', zod: '3.25.76' }, files: ['server.mjs'] },
  start: ({ program }) => ['node', [`${program}/server.mjs`, 'Skerry coast']],
  async drive({ stdin, until, said }) {
    stdin(
      line({
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: { roots: { listChanged: true } },
          clientInfo: { name: 'Deckhand', version: '4.1.0' },
        },
      }),
    );
    await until(() => said().includes('"id":1'), 'the server');
    stdin(line({ method: 'notifications/initialized' }));
    stdin(call(2, 'dim', { lighthouse: 'Gannet Rock', percent: 60 }));
    stdin(call(3, 'report_fault', { lighthouse: 'North Stack', fault: 'lens cracked', severity: 4 }));
    stdin(call(4, 'dim', { lighthouse: 'Nowhere', percent: 10 }));
    await until(() => said().includes('"id":4'), 'the answers');
  },
};
