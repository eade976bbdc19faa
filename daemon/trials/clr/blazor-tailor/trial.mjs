/** A Blazor Server program with two connected visitors: a circuit each, with services and a component of their own, over an order book that all share. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => [`${out}/Tailor`, [port()]],
  async ready({ until, json }) {
    await until(async () => String(await json('/')).includes('blazor.web.js'), 'the server');
  },
  async drive({ start, trial, url, until }) {
    const visitor = start(process.execPath, [`${trial}/visitor.mjs`, url]);
    await until(() => visitor.said().includes('both are there'), 'the visitors');
  },
};
