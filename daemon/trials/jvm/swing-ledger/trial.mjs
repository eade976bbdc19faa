/** A Swing window with a table, a tree, a form and a slider; a row is chosen and one was added. */
export default {
  get: { java: 'src' },
  display: true,
  start: ({ classes }) => ['java', ['-Xmx128m', '-cp', classes, 'ledger.Ledger']],
  ready: ({ until, said }) => until(() => said().includes('shown'), 'the window'),
};
