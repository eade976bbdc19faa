/** Nothing but the JDK: services, records and enumerations behind a loop that reads commands. */
export default {
  get: { java: 'src' },
  start: ({ classes }) => ['java', ['-Xmx96m', '-cp', classes, 'boatyard.Main', 'Inga', '0170-555']],
  ready: ({ until, said }) => until(() => said().includes('ready'), 'the boatyard'),
};
