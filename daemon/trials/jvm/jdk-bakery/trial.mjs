export default {
  get: { java: 'src' },
  start: ({ classes }) => ['java', ['-Xmx96m', '-cp', classes, 'bakery.Bakery']],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the bakery'),
};
