const { createClient } = require('minecraft-protocol');

/** A player who comes and stays. */
const [, , port, username] = process.argv;
const client = createClient({ host: '127.0.0.1', port: Number(port), username, version: '1.16.4', auth: 'offline' });
client.on('position', () => process.stdout.write('ashore\n'));
client.on('error', (error) => process.stdout.write(`${error.stack}\n`));
