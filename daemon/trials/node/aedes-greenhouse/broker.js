const aedes = require('aedes')({ id: 'greenhouse-broker', heartbeatInterval: 60000 });
const server = require('node:net').createServer(aedes.handle);
const readings = {};
const alarms = [];
const limits = { temperature: 30, humidity: 85 };
let received = 0;
aedes.on('publish', (packet, client) => {
  if (!client) return;
  received += 1;
  const value = Number(packet.payload.toString());
  const [, bed, quantity] = packet.topic.split('/');
  readings[bed] ??= {};
  readings[bed][quantity] = value;
  if (value > limits[quantity]) alarms.push({ bed, quantity, value });
});
function clearAlarms() {
  alarms.length = 0;
}
aedes.on('clientError', clearAlarms);
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
