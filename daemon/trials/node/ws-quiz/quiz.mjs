import { WebSocketServer } from 'ws';

class Player {
  #points = 0;
  constructor(name, team) {
    this.name = name;
    this.team = team;
  }
  award(points) {
    this.#points += points;
  }
  get points() {
    return this.#points;
  }
}

class Room {
  #players = new Map();
  #answers = [];
  #turns;
  constructor(topic, rounds) {
    this.topic = topic;
    this.rounds = rounds;
    this.round = 1;
    this.locked = false;
    this.#turns = this.#inTurn();
  }
  *#inTurn() {
    let asked = 0;
    for (;;)
      for (const player of this.#players.values()) {
        asked += 1;
        yield `${player.name} ${asked}`;
      }
  }
  join(player) {
    this.#players.set(player.name, player);
    return this.#players.size;
  }
  answer(player, text, right) {
    this.#answers.push({ who: player.name, text, right });
    if (right) player.award(100);
    this.turn = this.#turns.next().value;
  }
  lock() {
    this.locked = true;
  }
}

const start = async (port) => {
  const rooms = new Map([
    ['rivers', new Room('Rivers of Asia', 5)],
    ['bridges', new Room('Bridges', 3)],
  ]);
  const seats = new WeakMap();
  const waiting = (socket) => new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(data))));
  const serve = async (socket) => {
    const { room: id, name, team } = await waiting(socket);
    const room = rooms.get(id);
    const player = new Player(name, team);
    seats.set(socket, room.join(player));
    for (;;) {
      const { text, right } = await waiting(socket);
      room.answer(player, text, right);
      socket.send('ok');
    }
  };
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  server.on('connection', serve);
  server.on('listening', () => console.log('ready'));
};
start(Number(process.argv[2]));
