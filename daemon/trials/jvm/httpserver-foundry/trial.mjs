/** A bell foundry behind the JDK's own HTTP server: bells, orders, metals and a furnace, held by the handlers alone; two requests came. */
export default {
  get: { java: 'src' },
  start: ({ classes, port }) => ['java', ['-Xmx96m', '-cp', classes, 'Foundry', port()]],
  ready: ({ until, said }) => until(() => said().includes('the foundry is warm'), 'the foundry'),
  async drive({ url }) {
    await fetch(`${url}/tune?Little%20Tom`);
    await fetch(`${url}/heat?1165`);
  },
};
