/** A society that an injector holds (Guice), with an office before it: three applied, two plots were let, one tenant was warned. */
export default {
  get: { debian: ['libguice-java'], java: 'src' },
  start: ({ classes, jars, port }) => [
    'java',
    [
      '-Xmx128m',
      '--add-opens=java.base/java.lang=ALL-UNNAMED',
      '-cp',
      [classes, ...jars].join(':'),
      'allotments.Application',
      port(),
    ],
  ],
  ready: ({ until, json }) => until(async () => String(await json('/plots/')).startsWith('Mill'), 'the server'),
  async drive({ json }) {
    for (const name of ['Wilf+Akers', 'Nadia+Rahman', 'Cosmo+Finch']) await json(`/waiting?name=${name}`, {});
    await json('/plots/3A?tenant=Wilf+Akers', {});
    await json('/plots/7?tenant=Beryl+Stokes', {});
    await json('/plots/7?warning=Brambles+over+the+path', {});
  },
};
