const { Server, Room } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { Schema, MapSchema, ArraySchema, defineTypes } = require('@colyseus/schema');

class Boat extends Schema {}
defineTypes(Boat, {
  skipper: 'string',
  sail: 'string',
  heading: 'number',
  speed: 'number',
  rounded: 'number',
  capsized: 'boolean',
});

class Regatta extends Schema {}
defineTypes(Regatta, {
  course: 'string',
  phase: 'string',
  laps: 'number',
  windSpeed: 'number',
  windFrom: 'string',
  boats: { map: Boat },
  protests: ['string'],
});

class RegattaRoom extends Room {
  maxClients = 6;

  onCreate(options) {
    const state = new Regatta();
    state.course = options.course;
    state.phase = 'waiting';
    state.laps = 3;
    state.windSpeed = 14;
    state.windFrom = 'south-west';
    state.boats = new MapSchema();
    state.protests = new ArraySchema();
    this.setState(state);
    this.setMetadata({ harbour: options.harbour });
    this.onMessage('steer', (client, { heading }) => this.steer(client.sessionId, heading));
    this.onMessage('round', (client) => this.roundMark(client.sessionId));
    this.onMessage('protest', (_, text) => this.state.protests.push(text));
    this.onMessage('start', () => this.startRace());
  }

  onJoin(client, { skipper, sail }) {
    const boat = new Boat();
    Object.assign(boat, { skipper, sail, heading: 0, speed: 0, rounded: 0, capsized: false });
    this.state.boats.set(client.sessionId, boat);
  }

  onLeave(client) {
    this.state.boats.delete(client.sessionId);
  }

  startRace() {
    this.state.phase = 'racing';
    this.lock();
    for (const boat of this.state.boats.values()) boat.speed = 4.5;
  }

  changeWind(speed, from) {
    this.state.windSpeed = speed;
    this.state.windFrom = from;
  }

  steer(id, heading) {
    this.state.boats.get(id).heading = heading;
  }

  roundMark(id) {
    this.state.boats.get(id).rounded += 1;
  }

  finishRace() {
    this.state.phase = 'finished';
    for (const boat of this.state.boats.values()) boat.speed = 0;
  }
}

const gameServer = new Server({ transport: new WebSocketTransport() });
gameServer.define('regatta', RegattaRoom);
gameServer.listen(Number(process.argv[2]), '127.0.0.1').then(() => console.log('listening'));
