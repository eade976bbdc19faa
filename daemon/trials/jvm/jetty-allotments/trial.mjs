/** Jetty with two servlets over a society that holds the state: three applied, two plots were let, one tenant was warned. */
export default {
  get: {
    debian: ['libjetty9-java', 'libservlet-api-java', 'libslf4j-java'],
    java: 'src',
  },
  start: ({ classes, jars, port }) => [
    'java',
    ['-Xmx128m', '-cp', [classes, ...jars].join(':'), 'allotments.Application', port()],
  ],
  ready: ({ until, json }) => until(async () => String(await json('/society/plots/')).startsWith('Mill'), 'the server'),
  async drive({ json }) {
    for (const name of ['Wilf+Akers', 'Nadia+Rahman', 'Cosmo+Finch']) await json(`/society/waiting?name=${name}`, {});
    await json('/society/plots/3A?tenant=Wilf+Akers', {});
    await json('/society/plots/7?tenant=Beryl+Stokes', {});
    await json('/society/plots/7?warning=Brambles+over+the+path', {});
  },
};
