/** A cache of bytes that expire (lru-cache) behind a small server of classes with private fields, in modules. */
export default {
  get: { npm: { 'lru-cache': '11.0.2' }, files: ['server.mjs', 'tile-store.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/server.mjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('listening'), 'the server'),
  async drive({ json }) {
    const put = (key, region, zoom, features) => json(`/tiles/${key}`, { region, zoom, features }, 'PUT');
    await put('9-261-170', 'Aveiro', 9, 412);
    await put('9-262-170', 'Coimbra', 9, 388);
    await put('12-2090-1364', 'Ria', 12, 57);
    await json('/tiles/9-261-170');
    await json('/tiles/9-261-170');
    await json('/tiles/1-1-1');
    await json('/pins', { key: '12-2090-1364', by: 'Filipa' });
  },
};
