/** A creamery behind a REST interface (Jersey, JAX-RS, on the server that the JDK has): wheels of cheese, milk, accounts, a journal. */
export default {
  get: {
    debian: ['libjersey1-server-java', 'libjersey1-core-java', 'libjsr311-api-java', 'libjaxb-api-java', 'libjaxb-java'],
    java: 'src',
  },
  start: ({ classes, jars, port }) => ['java', ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'creamery.Creamery', port()]],
  ready: ({ until, said }) => until(() => said().includes('creamery is open'), 'the creamery'),
  async drive({ url, json }) {
    await fetch(`${url}/cellar/wheels`, {
      method: 'POST',
      body: new URLSearchParams({ kind: 'Brie', milk: 'cow', kilos: '2.5', maker: 'Annegret' }),
    });
    await json('/cellar/wheels/312?customer=Hotel%20Krone&price=38.5', undefined, 'DELETE');
    await json('/cellar/wheels/311/wash', undefined, 'PUT');
    await json('/cellar/wheels/317/shelf/9', undefined, 'PUT');
    await json('/cellar/air?celsius=10.75&humidity=91', undefined, 'PUT');
    await json('/cellar/inspector/Frau%20Teske', undefined, 'PUT');
  },
};
