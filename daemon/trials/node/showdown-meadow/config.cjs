/** What differs from the example that the package brings: one process, names without a password, nothing written. */
const defaults = require('./config-example.js');

module.exports = {
  ...defaults,
  bindaddress: '127.0.0.1',
  subprocesses: 0,
  noguestsecurity: true,
  nofswriting: true,
  repl: false,
  watchconfig: false,
  crashguard: false,
  loginserver: 'http://127.0.0.1:1/',
  inactiveuserthreshold: 2_700_000,
};
