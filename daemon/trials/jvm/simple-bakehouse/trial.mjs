/** A web server on the Simple framework: orders come in over HTTP, an oven keeps what is in it. */
export default {
  get: { debian: ['libsimple-http-java'], java: 'src' },
  start: ({ classes, jars, port }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [classes, ...jars.filter((jar) => /java\/simple(-[\d.]+)?\.jar$/.test(jar))].join(':'),
      'bakehouse.Bakehouse',
      port(),
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the bakehouse'),
  async drive({ json }) {
    await json('/order?who=Ruth+Adler&loaf=rye&pieces=4');
    await json('/order?who=Café+Mohn&loaf=brioche&pieces=36');
    await json('/heat?degrees=235');
    await json('/nothing');
  },
};
