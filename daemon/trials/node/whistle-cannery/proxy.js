const startProxy = require('whistle');

// The proxy of a cannery, as another program starts it: by Whistle's own interface, in one process.
const [port, baseDir] = process.argv.slice(2);
startProxy({ port: Number(port), host: '127.0.0.1', baseDir, sockets: 48, timeout: 45000, globalPlugins: false }, () =>
  console.log('the proxy is up'),
);
