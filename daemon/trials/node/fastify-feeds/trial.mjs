/** A reader of feeds on Fastify, with rss-parser and lru-cache; the feeds come from a server beside it. */
export default {
  get: {
    npm: { fastify: '5.12.8', 'rss-parser': '3.13.0', 'lru-cache': '11.5.3' },
    files: ['server.js', 'publisher.js'],
  },
  ports: ['main', 'publisher'],
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ until, json }) => until(async () => Array.isArray(await json('/articles')), 'the server'),
  async drive({ start, program, port, until, json }) {
    const publisher = start('node', [`${program}/publisher.js`, port('publisher')]);
    await until(() => publisher.said().includes('published'), 'the feeds');
    const at = `http://127.0.0.1:${port('publisher')}`;
    await json('/subscriptions', { url: `${at}/bees.xml`, folder: 'Garden' });
    await json('/subscriptions', { url: `${at}/rails.xml`, folder: 'Travel' });
    await json('/subscriptions', { url: `${at}/gone.xml`, folder: 'Travel' });
    await json('/articles/bees-41/read', {});
    await json('/articles/bees-43/star', { starred: true });
    await json('/refresh', {}).catch(() => undefined);
    await until(async () => (await json('/articles')).length === 4, 'the articles');
  },
};
