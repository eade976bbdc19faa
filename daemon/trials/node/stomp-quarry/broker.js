const http = require('node:http');
const StompServer = require('stomp-broker-js');

const server = http.createServer();
const broker = new StompServer({ server, serverName: 'quarry-broker', path: '/scales', heartbeat: [0, 0] });

const quarry = { name: 'Blaubruch', foreman: 'Tilmann Roth', gateOpen: true };
const loads = [];
const trucks = new Map();
const limits = { axle: 11.5, total: 40 };
let refused = 0;

const weigh = ({ truck, stone, tonnes }) => {
  if (tonnes > limits.total) {
    refused += 1;
    return broker.send('/gate/refused', {}, JSON.stringify({ truck, tonnes }));
  }
  loads.push({ truck, stone, tonnes });
  const known = trucks.get(truck) ?? { trips: 0, tonnes: 0 };
  trucks.set(truck, { trips: known.trips + 1, tonnes: known.tonnes + tonnes });
};
const closeGate = () => {
  quarry.gateOpen = false;
};
broker.subscribe('/scales.*', (message) => {
  weigh(JSON.parse(message));
  console.log(`loads ${loads.length}, refused ${refused}`);
});
broker.on('error', closeGate);
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
