/** A broker of messages (Faye, as published), with two readers connected and two headlines told. */
export default {
  get: { npm: { faye: '1.4.3' }, files: ['newsroom.js', 'readers.js'] },
  start: ({ program, port }) => ['node', [`${program}/newsroom.js`], { env: { PORT: String(port()) } }],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the newsroom'),
  async drive({ start, program, port, until, json }) {
    const readers = start('node', [`${program}/readers.js`], { env: { PORT: String(port()) } });
    await until(() => readers.said().includes('reading'), 'the readers');
    await json('/publish/weather', { headline: 'Fog until noon' });
    await json('/publish/sport', { headline: 'Rowers win' });
    await new Promise((resolve) => setTimeout(resolve, 800));
  },
};
