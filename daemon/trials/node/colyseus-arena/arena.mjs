import { createServer } from 'node:http';
import { Room, Server } from '@colyseus/core';
import { defineTypes, MapSchema, Schema } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

class Tank extends Schema {}
defineTypes(Tank, { pilot: 'string', armour: 'number', ammo: 'number' });
class ArenaState extends Schema {
  constructor() {
    super();
    this.tanks = new MapSchema();
    this.map = 'Dunes';
    this.round = 1;
  }
}
defineTypes(ArenaState, { tanks: { map: Tank }, map: 'string', round: 'number' });

class ArenaRoom extends Room {
  #shots = 0;
  #referee = { name: 'Odile', strict: true };
  maxClients = 6;

  onCreate({ map }) {
    this.setState(new ArenaState());
    this.state.map = map ?? 'Dunes';
    this.setMetadata({ league: 'silver' });
    this.onMessage('shoot', (client) => {
      this.#shots += 1;
      this.state.tanks.get(client.sessionId).ammo -= 1;
    });
  }

  onJoin(client, { pilot }) {
    const tank = new Tank();
    Object.assign(tank, { pilot, armour: 80, ammo: 12 });
    this.state.tanks.set(client.sessionId, tank);
  }

  nextRound() {
    this.state.round += 1;
  }

  describe() {
    return `${this.#referee.name}: ${this.#shots}`;
  }
}

const server = new Server({ transport: new WebSocketTransport({ server: createServer() }), greet: false });
server.define('arena', ArenaRoom).filterBy(['map']);
await server.listen(Number(process.argv[2]), '127.0.0.1');
console.log('arena is open');
