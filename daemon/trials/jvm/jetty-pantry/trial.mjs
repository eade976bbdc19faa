/** A web server (Jetty 9) with a handler of its own, and the store behind it. */
export default {
  get: { debian: ['libjetty9-java', 'libservlet-api-java'], java: 'src' },
  start: ({ classes, jars, port }) => [
    'java',
    [
      '-Xmx96m',
      '-cp',
      [classes, ...jars.filter((jar) => /\/usr\/share\/java\/(jetty9-(server|util|http|io)|servlet-api)\.jar$/.test(jar))].join(
        ':',
      ),
      'pantry.PantryServer',
      port(),
    ],
  ],
  ready: ({ until, json }) => until(async () => (await json('/')).includes('shelves'), 'the pantry'),
  drive: async ({ json }) => {
    await json('/put?shelf=top&what=plum+jam&grams=340', {});
    await json('/put?shelf=top&what=honey&grams=500', {});
    await json('/put?shelf=floor&what=potatoes&grams=2500', {});
    await json('/wish?what=vanilla', {});
  },
};
