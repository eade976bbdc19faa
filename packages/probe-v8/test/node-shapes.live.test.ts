import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultBudget, type RawCapture, type RawNode } from '@substrate/core';
import { afterEach, expect, test } from 'vitest';
import { createV8Probe } from '../src/index.js';
import { startNode } from './node-process.js';

/** Programs of every shape that people give them: wherever the state is kept, and whatever keeps the process alive, it is found. */

const probe = createV8Probe();
const soon = (): AbortSignal => AbortSignal.timeout(50_000);
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

interface Shape {
  readonly shape: string;
  readonly files: Readonly<Record<string, string>>;
  /** What is started; `main.mjs` unless said. */
  readonly args?: readonly string[];
  /** Links in the folder: where they are, and what they lead to. */
  readonly links?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Lines that are typed at it. */
  readonly lines?: string;
  /** It listens on a port that it prints, and somebody is connected and has said this. */
  readonly says?: string;
  /** Names that lead to a value, the last ones of its path, and the value. */
  readonly facts: readonly Fact[];
  /** Names that nothing is told by. */
  readonly untold?: readonly string[];
  /** What can be done with it, and what is true then. */
  readonly does?: { readonly action: string; readonly parameters: Record<string, unknown>; readonly leaves: Fact };
  /** The names of what that takes. */
  readonly takes?: readonly string[];
}
type Fact = readonly [path: string, value: unknown];

const wide = Array.from({ length: 120 }, (_, at) => `shelf${at}`);

const bookLibrary = {
  'node_modules/shelf-store/package.json': '{"name":"shelf-store","type":"module","main":"index.js"}',
  'node_modules/shelf-store/index.js': `
    const each = (map, act) => map.forEach(act);
    export const createShelf = () => {
      const tables = new Map();
      const listeners = new Set();
      let changes = 0;
      const setRow = (table, row, cells) => {
        if (!tables.has(table)) tables.set(table, new Map());
        tables.get(table).set(row, cells);
        changes++;
        each(listeners, (one) => one(table, row));
        return shelf;
      };
      const getRow = (table, row) => tables.get(table)?.get(row);
      const listen = (one) => { listeners.add(one); return shelf; };
      const shelf = { setRow, getRow, listen };
      return Object.freeze(shelf);
    };`,
};

const postLibrary = {
  'node_modules/post-box/package.json': '{"name":"post-box","main":"index.js"}',
  'node_modules/post-box/index.js': `
    const net = require('node:net');
    function PostBox(options) {
      this.options = options || {};
      this.folders = { INBOX: { unread: 2, messages: [{ subject: 'Harvest', size: 812 }] } };
      this.connections = [];
      this.server = net.createServer(this.take.bind(this));
    }
    PostBox.prototype.take = function (socket) { this.connections.push(new Visit(this, socket)); };
    PostBox.prototype.listen = function () { this.server.listen.apply(this.server, arguments); };
    function Visit(box, socket) {
      this.box = box; this.socket = socket; this.state = 'greeted'; this.user = null;
      socket.on('data', this.hear.bind(this));
    }
    Visit.prototype.hear = function (bytes) { this.state = 'authenticated'; this.user = String(bytes).trim(); };
    module.exports = (options) => new PostBox(options);`,
};

/** As a minifier leaves it: letters for names, and each function wrapped in another. */
const smallLibrary = {
  'node_modules/tiny-shelf/package.json': '{"name":"tiny-shelf","type":"module","main":"index.js"}',
  'node_modules/tiny-shelf/index.js': `const e=(t,n)=>t.forEach(n),o=()=>new Map,r=(t,n,s)=>(t.has(n)||t.set(n,s()),t.get(n)),c=Object.freeze;export const createShelf=()=>{const t=o(),n=o(),s=[0,0];let l=0;const u=(f)=>(...i)=>{l++;try{f(...i)}finally{l--}return h},a=(f,i,d)=>{r(r(t,f,o),i,o);for(const p in d)t.get(f).get(i).set(p,d[p]);s[0]++},m=(f,i)=>{n.set(f,i);s[1]++},g=(f,i)=>t.get(f)?.get(i),h={setRow:u(a),setValue:u(m),getRow:g,getValue:f=>n.get(f)};return c(h)};`,
};

/** All that it hands out is wrapped by a function of the module. */
const guardedLibrary = {
  'node_modules/guarded/package.json': '{"name":"guarded","type":"module","main":"index.js"}',
  'node_modules/guarded/index.js': `const guard = (act) => (...given) => { try { return act(...given); } catch { return undefined; } };
    const map = (of, act) => Object.fromEntries(Object.entries(of).map(([name, one]) => [name, act(one)]));
    export const createBox = (label) => {
      const things = [];
      let weight = 0;
      return map({ put: (thing, grams) => { things.push(thing); weight += grams; }, weigh: () => weight, label: () => label }, guard);
    };`,
};

const echoLibrary = {
  'node_modules/echo-tower/package.json': '{"name":"echo-tower","main":"index.js"}',
  'node_modules/echo-tower/index.js': `const net = require('node:net');
    exports.raise = function (settings) {
      const channels = new Map([['lobby', { topic: settings.topic, members: [] }]]);
      let heard = 0;
      const server = net.createServer(function (socket) {
        const member = { nick: null, lines: 0 };
        channels.get('lobby').members.push(member);
        socket.on('data', function (bytes) { heard++; member.lines++; member.nick = String(bytes).trim(); });
      });
      return { listen: (done) => server.listen(0, '127.0.0.1', () => done(server.address().port)) };
    };`,
};

const gameLibrary = {
  'node_modules/table-games/package.json': '{"name":"table-games","main":"index.js"}',
  'node_modules/table-games/index.js': `const { Onion } = require('onion');
        class Memory { constructor() { this.matches = new Map(); this.logs = []; } keep(id, match) { this.matches.set(id, match); } }
        exports.serve = ({ games }) => {
          const app = new Onion();
          const memory = new Memory();
          memory.keep('m1', { game: games[0].name, players: [{ name: 'Tove' }], round: 4 });
          app.use(async (context, next) => { context.memory = memory; await next(); });
          app.use(async () => { memory.logs.push('asked'); });
          return { app, memory, run: (done) => app.listen(done) };
        };`,
  'node_modules/onion/package.json': '{"name":"onion","main":"index.js"}',
  'node_modules/onion/index.js': `const http = require('node:http');
        const compose = (list) => (context) => { const run = async (at) => (list[at] ? list[at](context, () => run(at + 1)) : undefined); return run(0); };
        exports.Onion = class Onion {
          constructor() { this.middleware = []; this.proxyHops = 7; }
          use(one) { this.middleware.push(one); }
          callback() { const fn = compose(this.middleware); return (request, response) => fn({ request }).then(() => response.end()); }
          listen(done) { const server = http.createServer(this.callback()); server.listen(0, '127.0.0.1', () => done(server.address().port)); }
        };`,
};

/** Its application is in no variable of what listens: the function that does is an arrow of a method, and knows it as `this`. */
const arrowLibrary = {
  'node_modules/quay/package.json': '{"name":"quay","main":"index.js"}',
  'node_modules/quay/index.js': `const http = require('node:http');
    module.exports = class Quay {
      constructor(settings) { this.settings = settings; this.context = {}; }
      answer(request, response) { response.end(String(this.context.harbour.depth)); }
      listener() { return (request, response) => { if (!this.storage) this.answer(request, response); }; }
      listen(done) { const server = http.createServer(this.listener()); server.listen(0, '127.0.0.1', () => done(server.address().port)); }
    };`,
};

const shapes: Shape[] = [
  {
    shape: "a framework's application that its listener knows as `this` alone",
    files: {
      ...arrowLibrary,
      'main.mjs': `import Quay from 'quay';
        const moorings = () => { const taken = new Map([['A4', { boat: 'Terna' }]]); return { take: (at, boat) => taken.set(at, { boat }), all: () => [...taken] }; };
        const app = new Quay({ proxy: true });
        app.context.harbour = { name: 'Visby', depth: 4.5 };
        app.context.moorings = moorings();
        app.listen((port) => console.log('ready ' + port));`,
    },
    facts: [
      ['settings/proxy', true],
      ['harbour/depth', 4.5],
      ['taken/A4/boat', 'Terna'],
    ],
  },
  {
    shape: 'objects of its classes in private fields of a library alone',
    files: {
      'node_modules/chest/package.json': '{"name":"chest","main":"index.js"}',
      'node_modules/chest/index.js': `const made = new WeakMap();
        exports.Chest = class Chest { #makers = new Map(); constructor() { made.set(this, new Map()); }
          bind(name, make) { this.#makers.set(name, make); } get(name) { const all = made.get(this); if (!all.has(name)) all.set(name, this.#makers.get(name)()); return all.get(name); } };`,
      'main.mjs': `import { createServer } from 'node:http';
        import { Chest } from 'chest';
        class Ward { beds = 14; admit(name) { this.last = name; } }
        const start = () => { const chest = new Chest(); chest.bind('ward', () => new Ward()); chest.get('ward').admit('Biscuit');
          createServer((request, response) => response.end(chest.get('ward').last)).listen(0, '127.0.0.1', () => console.log('ready')); };
        start();`,
    },
    facts: [
      ['Ward/beds', 14],
      ['Ward/last', 'Biscuit'],
    ],
    does: { action: 'admit', parameters: { name: 'Tofu' }, leaves: ['Ward/last', 'Tofu'] },
  },
  {
    shape: 'variables that were declared at its prompt',
    files: {
      'main.js': `const repl = require('node:repl').start({ prompt: '', terminal: false });
        repl.context.rooms = [{ name: 'attic' }];
        console.log('ready');`,
    },
    args: ['main.js'],
    lines: "let rate = 1.25\nconst trip = { place: 'Bergen' }\nvar days = 9\n",
    facts: [
      ['rate', 1.25],
      ['trip/place', 'Bergen'],
      ['days', 9],
      ['rooms/0/name', 'attic'],
    ],
  },
  {
    shape: 'a minified store that a factory of a library made',
    files: {
      ...smallLibrary,
      'main.mjs': `import { createShelf } from 'tiny-shelf';
        const shelf = createShelf();
        shelf.setRow('players', 'oboe', { name: 'Ines', chair: 2 }).setValue('city', 'Turku');
        setInterval(() => shelf.getRow('players', 'oboe'), 1e8);
        console.log('ready');`,
    },
    facts: [
      ['players/oboe/name', 'Ines'],
      ['players/oboe/chair', 2],
      ['city', 'Turku'],
    ],
  },
  {
    shape: 'such a store in a field of an object of its own, beside one in a map',
    files: {
      ...smallLibrary,
      ...bookLibrary,
      'main.mjs': `import { createShelf } from 'tiny-shelf';
        import { createShelf as createOther } from 'shelf-store';
        class Library { shelf = createShelf(); others = new Map([['loans', createOther()]]); open() { return this.shelf; } }
        const library = new Library();
        library.shelf.setValue('city', 'Turku');
        library.others.get('loans').setRow('readers', 'r1', { name: 'Otso', books: 3 });
        setInterval(() => library.open(), 1e8);
        console.log('ready');`,
    },
    facts: [
      ['city', 'Turku'],
      ['readers/r1/name', 'Otso'],
    ],
  },
  {
    shape: 'objects of a library in those that a map holds',
    files: {
      'node_modules/ledger-kit/package.json': '{"name":"ledger-kit","main":"index.js"}',
      'node_modules/ledger-kit/index.js': `class Page { constructor() { this.sums = {}; } set(key, value) { this.sums[key] = value; } }
        class Book { constructor(title) { this.title = title; this.pages = new Map([['rent', new Page()]]); } page(name) { return this.pages.get(name); } }
        module.exports = { Book };`,
      'main.mjs': `import kit from 'ledger-kit';
        const books = new Map([['house', new kit.Book('House')]]);
        books.get('house').pages.get('rent').set('may', 870);
        setInterval(() => books.size, 1e8);
        console.log('ready');`,
    },
    facts: [
      ['house/title', 'House'],
      ['rent/sums/may', 870],
    ],
    does: { action: 'set', parameters: { key: 'june', value: 900 }, leaves: ['rent/sums/june', 900] },
  },
  {
    shape: "a library's server of closures alone, that the program forgets",
    files: {
      ...echoLibrary,
      'main.mjs': `import { raise } from 'echo-tower';
        raise({ topic: 'Owls' }).listen((port) => console.log('ready', port));`,
    },
    says: 'strix\n',
    facts: [
      ['lobby/topic', 'Owls'],
      ['nick', 'strix'],
      ['heard', 1],
    ],
  },
  {
    shape: 'a library that does it all, far behind what another one listens with',
    files: {
      ...gameLibrary,
      'main.js': `const { serve } = require('table-games');
        const Orchard = { name: 'orchard', moves: { pick: (state, tree) => { state.trees[tree] -= 1; } } };
        const server = serve({ games: [Orchard] });
        server.run((port) => console.log('ready', port));`,
    },
    args: ['main.js'],
    facts: [
      ['matches/m1/game', 'orchard'],
      ['players/0/name', 'Tove'],
      ['m1/round', 4],
    ],
  },
  {
    shape: 'what a library keeps for a program, far behind what another one listens with',
    files: {
      ...gameLibrary,
      'main.js': `const { serve } = require('table-games');
        const Orchard = { name: 'orchard', moves: { pick: (state, tree) => { state.trees[tree] -= 1; } } };
        const doors = { opened: 2 };
        setInterval(() => doors.opened, 1e8);
        const server = serve({ games: [Orchard] });
        server.run((port) => console.log('ready', port));`,
    },
    args: ['main.js'],
    facts: [
      ['matches/m1/game', 'orchard'],
      ['players/0/name', 'Tove'],
      ['m1/round', 4],
      ['doors/opened', 2],
    ],
  },
  {
    shape: 'functions of a library, each wrapped by one of the module',
    files: {
      ...guardedLibrary,
      'main.mjs': `import { createBox } from 'guarded';
        const box = createBox('attic');
        box.put('sled', 4100); box.put('skates', 1900);
        setInterval(() => box.weigh(), 1e8);
        console.log('ready');`,
    },
    facts: [
      ['box/things/1', 'skates'],
      ['box/weight', 6000],
      ['box/label', 'attic'],
    ],
  },
  {
    shape: 'an object of its own that lends functions of a library',
    files: {
      ...bookLibrary,
      'main.mjs': `import { createShelf } from 'shelf-store';
        const inner = createShelf();
        const desk = { lamp: 'green', put: inner.setRow, tidy() { this.lamp = 'off'; } };
        desk.put('pens', 'blue', { ink: 3 });
        setInterval(() => desk.tidy, 1e8);
        console.log('ready');`,
    },
    facts: [['desk/lamp', 'green']],
  },

  {
    shape: 'a store that a factory of a library made, all in closures',
    files: {
      ...bookLibrary,
      'main.mjs': `import { createShelf } from 'shelf-store';
        const shelf = createShelf();
        shelf.setRow('players', 'oboe', { name: 'Ines', chair: 2 }).setRow('players', 'horn', { name: 'Jonas', chair: 1 });
        setInterval(() => shelf.setRow('players', 'oboe', { name: 'Ines', chair: 2 }), 1e8);
        console.log('ready');`,
    },
    facts: [
      ['players/oboe/name', 'Ines'],
      ['horn/chair', 1],
      ['changes', 2],
    ],
    does: {
      action: 'setRow',
      parameters: { table: 'players', row: 'viola', cells: { name: 'Mio' } },
      leaves: ['players/viola/name', 'Mio'],
    },
  },
  {
    shape: 'a runner that is installed in the project whose code it runs',
    files: {
      'node_modules/ferry-runner/package.json': '{"name":"ferry-runner","main":"index.js"}',
      'node_modules/ferry-runner/cli.js': `
        const reporters = [{ kind: 'dots', width: 80 }, { kind: 'lines', width: 60 }];
        const runs = require('./runs.js');
        require(require('node:path').join(process.cwd(), 'trips.js'))((name, run) => runs.push({ name, run }));
        setInterval(() => [runs, reporters], 1e8);
        console.log('ready');`,
      'node_modules/ferry-runner/runs.js': 'module.exports = [];',
      'trips.js': `const boats = [{ name: 'Ida', seats: 40 }];
        module.exports = (trip) => trip('to the island', () => boats.push({ name: 'Nora', seats: 12 }));`,
    },
    args: ['node_modules/ferry-runner/cli.js'],
    facts: [['boats/0/name', 'Ida']],
  },
  {
    shape: 'such a store with very many variables, whose names the engine shuffles at each start',
    files: {
      'node_modules/wide-store/package.json': '{"name":"wide-store","type":"module","main":"index.js"}',
      'node_modules/wide-store/index.js': `export const createWide = () => {
        ${wide.map((name) => `const ${name} = new Map();`).join(' ')}
        ${wide.map((name) => `const set_${name} = (key, value) => void ${name}.set(key, { value });`).join(' ')}
        const all = { ${wide.map((name) => `set_${name}`).join(', ')} };
        return Object.freeze({ set: (name, key, value) => all['set_' + name](key, value) });
      };`,
      'main.mjs': `import { createWide } from 'wide-store';
        const store = createWide();
        for (const name of ${JSON.stringify(wide)}) store.set(name, 'first', name + '!');
        setInterval(() => store.set, 1e8);
        console.log('ready');`,
    },
    facts: wide.map((name) => [`${name}/first/value`, `${name}!`]),
  },
  {
    shape: 'such a store whose variable nothing closes over, and that hears lines',
    files: {
      ...bookLibrary,
      'main.mjs': `import { createShelf } from 'shelf-store';
        const heard = [];
        const shelf = createShelf().listen((table, row) => heard.push(table + ' ' + row));
        shelf.setRow('players', 'oboe', { name: 'Ines', chair: 2 });
        const seat = (line) => shelf.setRow('players', line, { name: line.toUpperCase(), chair: 9 });
        process.stdin.setEncoding('utf8').on('data', (text) => text.trim().split('\\n').forEach(seat));
        console.log('ready');`,
    },
    lines: 'viola\n',
    facts: [
      ['viola/name', 'VIOLA'],
      ['oboe/chair', 2],
      ['heard/0', 'players oboe'],
      ['changes', 2],
    ],
    does: { action: 'writeLine', parameters: { line: 'cello' }, leaves: ['cello/name', 'CELLO'] },
  },
  {
    shape: "a library's server whose variable nothing closes over, with somebody connected",
    files: {
      ...postLibrary,
      'main.js': `const postBox = require('post-box');
        const box = postBox({ hostname: 'mill.test' });
        box.listen(0, () => console.log('ready', box.server.address().port));`,
    },
    args: ['main.js'],
    says: 'rosa\r\n',
    facts: [
      ['folders/INBOX/unread', 2],
      ['options/hostname', 'mill.test'],
      ['subject', 'Harvest'],
      ['user', 'rosa'],
    ],
  },
  {
    shape: "a library's server that the program forgets",
    files: {
      ...postLibrary,
      'main.mjs': `import postBox from 'post-box';
        const box = postBox({ hostname: 'mill.test' });
        box.listen(0, function () { console.log('ready', this.address().port); });`,
    },
    says: 'rosa\r\n',
    facts: [
      ['folders/INBOX/unread', 2],
      ['options/hostname', 'mill.test'],
      ['subject', 'Harvest'],
      ['user', 'rosa'],
    ],
  },
  {
    shape: 'factories of its own, and private fields',
    files: {
      'main.mjs': `import { createTill } from './till.mjs';
        const till = createTill('north');
        till.sell('bread', 3); till.sell('rolls', 8);
        console.log('ready');
        setInterval(() => till.sell('bread', 0), 1e8);`,
      'till.mjs': `class Drawer { #cash = 40; #log = []; put(sum, what) { this.#cash += sum; this.#log.push(what); } get cash() { return this.#cash; } }
        export const createTill = (place) => {
          const drawer = new Drawer();
          const sold = new Map();
          let last = null;
          return { sell: (what, count) => { sold.set(what, (sold.get(what) ?? 0) + count); last = what; drawer.put(count * 2, what); return place; } };
        };`,
    },
    facts: [
      ['sold/bread', 3],
      ['sold/rolls', 8],
      ['place', 'north'],
      ['drawer/cash', 62],
    ],
  },
  {
    shape: 'state in the closures of the handlers of connections alone',
    files: {
      'main.mjs': `import { createServer } from 'node:net';
        const server = createServer((socket) => {
          const player = { nick: '', moves: 0, lives: 3 };
          socket.on('data', (bytes) => { player.nick = String(bytes).trim(); player.moves++; });
          socket.on('close', () => { player.nick = null; });
        });
        server.listen(0, '127.0.0.1', () => console.log('ready', server.address().port));`,
    },
    says: 'kestrel\n',
    facts: [
      ['player/nick', 'kestrel'],
      ['player/lives', 3],
      ['player/moves', 1],
    ],
  },
  {
    shape: 'waiting for ever at its top level',
    files: {
      'main.mjs': `import { setTimeout as sleep } from 'node:timers/promises';
        const tanks = new Map([['east', { litres: 420 }], ['west', { litres: 77 }]]);
        const pumps = { running: 2 };
        const drain = (name, litres) => { tanks.get(name).litres -= litres; pumps.running++; };
        drain('east', 20);
        console.log('ready');
        for (;;) { await sleep(3_600_000); drain('west', 1); }`,
    },
    facts: [
      ['tanks/east/litres', 400],
      ['pumps/running', 3],
    ],
  },
  {
    shape: 'lines awaited in a loop at its top level',
    files: {
      'main.mjs': `import { createInterface } from 'node:readline';
        const guests = [];
        const rooms = { blue: 2, red: 4 };
        const check = (name, room) => { guests.push({ name, room }); rooms[room]--; };
        console.log('ready');
        for await (const line of createInterface({ input: process.stdin })) {
          const [name, room] = line.split(' ');
          check(name, room);
        }`,
    },
    lines: 'Ada blue\nGrace red\n',
    facts: [
      ['guests/0/name', 'Ada'],
      ['guests/1/room', 'red'],
      ['rooms/red', 3],
    ],
  },
  {
    shape: 'lines that it asks for, with promises',
    files: {
      'main.mjs': `import { createInterface } from 'node:readline/promises';
        const ledger = { owner: '', lines: [] };
        const ask = createInterface({ input: process.stdin });
        const note = (line) => ledger.lines.push(line);
        console.log('ready');
        ledger.owner = await ask.question('Whose?');
        for await (const line of ask) note(line);`,
    },
    lines: 'Marta\n',
    facts: [['ledger/owner', 'Marta']],
    does: { action: 'writeLine', parameters: { line: 'two eggs' }, leaves: ['ledger/lines/0', 'two eggs'] },
  },
  {
    shape: 'functions that a library keeps as what it calls with them',
    files: {
      'node_modules/drill/index.js': `const queue = []; globalThis.DRILL = queue;
        const run = (bag, name) => bag.steps.forEach((step) => step.act(name));
        exports.drill = (name) => { const bag = { steps: [] }; return { step: (title, act) => bag.steps.push({ title, act }), end: () => queue.push(run.bind(null, bag, name)) }; };`,
      'node_modules/drill/package.json': '{"name":"drill"}',
      'main.mjs': `import { drill } from 'drill';
        let rounds = 3; const heard = ['bell'];
        const fire = drill('fire'); fire.step('ring', (name) => { rounds++; heard.push(name); }); fire.end();
        setTimeout(Boolean, 1e8); console.log('ready');`,
    },
    facts: [
      ['rounds', 3],
      ['heard/0', 'bell'],
    ],
  },
  {
    shape: "a library's object that hears lines by an arrow function and hands them on to another by one",
    files: {
      'node_modules/wire/package.json': '{"name":"wire","type":"module","main":"index.js"}',
      'node_modules/wire/index.js': `export class Line { constructor() { this._hear = (text) => this.splitUp(String(text)); } open() { process.stdin.on('data', this._hear); } splitUp(text) { for (const one of text.trim().split('\\n')) this.onLine?.(JSON.parse(one)); } }
        class Desk { constructor() { this.handlers = new Map(); } join(line) { line.onLine = (call) => this.passOn(call); line.open(); } passOn(call) { this.handlers.get('call')?.(call); } handle(name, act) { this.handlers.set(name, (call) => act(call)); } }
        export class Office { constructor(name) { this.title = name; this.rules = {}; this.desk = new Desk(); } open(line) { this.desk.handle('call', (call) => this.lookUp(call.name)(call.given)); this.desk.join(line); } lookUp(name) { return this.rules[name].act; } rule(name, about, act) { this.rules[name] = { about, act }; } }`,
      'main.mjs': `import { Line, Office } from 'wire';
        const office = new Office('lighthouse');
        const lamps = new Map([['north', { watts: 60 }]]);
        office.rule('screw_in', { about: 'Puts one (a lamp) in', takes: [String(1)] }, ({ name, watts }) => { lamps.set(name, { watts }); });
        office.open(new Line());
        console.log('ready');`,
    },
    lines: '{"name":"screw_in","given":{"name":"south","watts":40}}\n',
    facts: [
      ['north/watts', 60],
      ['south/watts', 40],
    ],
    does: { action: 'screw_in', parameters: { name: 'east', watts: 25 }, leaves: ['east/watts', 25] },
  },
  {
    shape: 'functions that change what they look up',
    files: {
      'main.mjs': `const boats = new Map([[1, { name: 'Tern', paid: false }]]);
        const find = (id) => boats.get(id);
        function markPaid(id) { const boat = boats.get(id); if (!boat) throw new Error('none'); boat.paid = true; }
        function weigh() { let size = boats.size; size += 1; return size; }
        setInterval(() => [find, markPaid, weigh], 1e8);
        console.log('ready');`,
    },
    facts: [['1/paid', false]],
    does: { action: 'markPaid', parameters: { id: 1 }, leaves: ['1/paid', true] },
  },
  {
    shape: 'behind many objects with functions of its own, a store of a library that keeps its data in variables',
    files: {
      ...bookLibrary,
      'main.mjs': `import { createShelf } from 'shelf-store';
        const bells = Array.from({ length: 60 }, (_, at) => ({ tone: at, ring: () => bells[at].tone }));
        const shelf = createShelf();
        shelf.setRow('players', 'oboe', { name: 'Ines', chair: 2 });
        setInterval(() => [bells, shelf.getRow('players', 'oboe')], 1e8);
        console.log('ready');`,
    },
    facts: [
      ['bells/3/tone', 3],
      ['oboe/chair', 2],
    ],
  },
  {
    shape: 'garbage, beside what only the heap tells of',
    files: {
      'main.mjs': `class Ferry { constructor(name) { this.name = name; this.cars = 12; } }
        const sail = async () => { const fleet = new Set([new Ferry('Tern')]); await new Promise((resolve) => setTimeout(resolve, 1e8)); return fleet; };
        sail();
        let junk = Array.from({ length: 250_000 }, (_, at) => ({ at, text: 'x' + at }));
        const most = junk.length;
        junk = null;
        setInterval(() => [Ferry, most], 1e8);
        console.log('ready');`,
    },
    facts: [['cars', 12]],
  },
  {
    shape: 'all of it inside of an async main',
    files: {
      'main.js': `const { setTimeout: sleep } = require('node:timers/promises');
        async function main() {
          const beds = [{ crop: 'leek', rows: 6 }, { crop: 'kale', rows: 4 }];
          const weather = { rain: 12 };
          let day = 1;
          const water = () => { day++; weather.rain--; beds[0].rows += 0; };
          water();
          console.log('ready');
          while (true) { await sleep(3_600_000); water(); }
        }
        main();`,
    },
    args: ['main.js'],
    facts: [
      ['beds/1/crop', 'kale'],
      ['weather/rain', 11],
      ['day', 2],
    ],
  },
  {
    shape: 'an object of a class with nothing but getters, told to a timer',
    files: {
      'main.mjs': `class Kiln { #heat = 910; #load = ['vase', 'bowl']; fired = 4; get heat() { return this.#heat; } get load() { return this.#load; } tick() { this.#heat -= 0; } }
        const kiln = new Kiln();
        setInterval(kiln.tick.bind(kiln), 1e8);
        console.log('ready');`,
    },
    facts: [
      ['heat', 910],
      ['load/1', 'bowl'],
      ['fired', 4],
    ],
  },
  {
    shape: 'started by a link of a package in another folder',
    files: {
      'lib/node_modules/tide-clock/package.json': '{"name":"tide-clock","bin":{"tide":"bin.mjs"},"type":"module"}',
      'lib/node_modules/tide-clock/bin.mjs': `#!/usr/bin/env node
        import { start } from './src/clock.mjs';
        start(process.argv[2]);`,
      'lib/node_modules/tide-clock/src/clock.mjs': `const clocks = [];
        export const start = (port) => { clocks.push({ port, metres: 3.4 }); setInterval(() => clocks.forEach((one) => one.metres), 1e8); console.log('ready'); };`,
      'elsewhere/notes.txt': '',
    },
    links: { 'bin/tide': 'lib/node_modules/tide-clock/bin.mjs' },
    args: ['bin/tide', 'Brest'],
    cwd: 'elsewhere',
    facts: [
      ['clocks/0/port', 'Brest'],
      ['clocks/0/metres', 3.4],
    ],
  },
  {
    shape: 'brought in before an empty program',
    files: {
      'early.mjs': `const gauges = { boiler: 81 }; globalThis.read = () => gauges.boiler++; setInterval(() => gauges.boiler, 1e8);`,
      'main.mjs': `console.log('ready');`,
    },
    args: ['--import', './early.mjs', 'main.mjs'],
    facts: [['gauges/boiler', 81]],
  },
  {
    shape: 'a bundle of one file, minified',
    files: {
      'main.mjs': `var a=class{constructor(){this.orders=[];this.open=!0}take(t,e){this.orders.push({dish:t,table:e})}},s=()=>{let t=new Map,e=0;return{book:(n,r)=>{t.set(n,r);e++},seats:()=>e}},o=new a,c=s();o.take("soup",4);c.book("Lind",6);setInterval(()=>{o.open&&c.seats()},1e8);console.log("ready");`,
    },
    facts: [
      ['orders/0/dish', 'soup'],
      ['open', true],
      ['Lind', 6],
    ],
  },
  {
    shape: 'a minified module whose variables are handed on by their names',
    files: {
      'main.mjs': `import{createServer as v}from"node:http";var p=()=>{let a=new Map([["rye",{loaves:12}]]),i=[];return{ovens:a,orders:i,bake({loaf:r,count:n}){a.set(r,{loaves:n}),i.push(r)}}},d=p(),e={name:"Corner bakery",open:!0},i=[{guest:"Ines",seats:2}],z={sold:0},t=class{#t=4;get loavesEach(){return this.#t}allows(r){return r<=this.#t}},w=new t,g=/[\\0]/,b=new TextDecoder,k={get:[/^\\/$/,[[r=>r,{page:1}]],Object.create(null)]};function c(e){return{shop:e}}v((r,n)=>{let i=r.url;n.end(JSON.stringify({shop:e,tables:d.orders,visits:i,till:z}))}).listen(0,"127.0.0.1",()=>console.log("ready"));export{i as guests};globalThis.keep=()=>[c,w.allows(1),g,b,k];`,
    },
    facts: [
      ['shop/name', 'Corner bakery'],
      ['guests/0/guest', 'Ines'],
      ['till/sold', 0],
      ['ovens/rye/loaves', 12],
      ['loavesEach', 4],
    ],
    untold: ['g', 'b', 'k', 'page'],
    does: { action: 'bake', parameters: { loaf: 'spelt', count: 5 }, leaves: ['ovens/spelt/loaves', 5] },
  },
  {
    shape: 'a minified program of required modules',
    files: {
      'package.json': '{"name":"shape","type":"commonjs"}',
      'main.js': `"use strict";var y=Object.defineProperty,x={};var u=(o,e)=>{for(var s in e)y(o,s,{get:e[s],enumerable:!0})};u(x,{parcels:()=>n,send:()=>f});var n=[{to:"Oslo",kilos:3}],r={dispatched:1,depot:"North"};function f(o){let n=o.to;r.dispatched++;return{parcels:n}}var l=require("node:net").createServer(o=>{o.on("data",e=>f({to:String(e)})),o.locals={depots:r}}).listen(0,"127.0.0.1",()=>console.log("ready"));module.exports=x;`,
    },
    args: ['main.js'],
    facts: [
      ['parcels/0/to', 'Oslo'],
      ['depots/dispatched', 1],
    ],
  },
  {
    shape: 'routes whose handlers hand the body on',
    files: {
      'main.mjs': `import { createServer } from 'node:http';
        class Ledger { entries = []; total = 0; book(entry) { this.entries.push({ payee: entry.payee, sum: entry.sum }); this.total += entry.sum; } }
        const ledger = new Ledger();
        const routes = [{ method: 'POST', path: '/entries', handler: (request) => { const given = request.body; ledger.book(given); return given; } }];
        const server = createServer(async (request, response) => {
          let text = ''; for await (const part of request) text += part;
          const route = routes.find((one) => one.method === request.method && one.path === request.url);
          response.end(JSON.stringify(route.handler({ body: JSON.parse(text) })));
        });
        server.listen(0, '127.0.0.1', () => console.log('ready'));`,
    },
    facts: [['ledger/total', 0]],
    does: { action: 'POST /entries', parameters: { payee: 'Ferry office', sum: 80 }, leaves: ['ledger/total', 80] },
    takes: ['payee', 'sum', 'body', 'query'],
  },
  {
    shape: 'bodies handed on twice, with more',
    files: {
      'main.mjs': `import { createServer } from 'node:http';
        class Ledger { entries = []; total = 0; book(entry) { this.entries.push({ payee: entry.payee, sum: entry.sum }); this.total += entry.sum; } }
        const ledger = new Ledger();
        const rules = { book(day, given) { ledger.book(given); return day; } };
        const routeFor = (rule) => ({ method: 'POST', path: '/entries', handler: (request) => { const day = 4; return rules[rule](day, { ...request.body, day }); } });
        const routes = [routeFor('book')];
        const server = createServer(async (request, response) => {
          let text = ''; for await (const part of request) text += part;
          const route = routes.find((one) => one.method === request.method && one.path === request.url);
          response.end(JSON.stringify(route.handler({ body: JSON.parse(text) })));
        });
        server.listen(0, '127.0.0.1', () => console.log('ready'));`,
    },
    facts: [['ledger/total', 0]],
    does: { action: 'POST /entries', parameters: { payee: 'Ferry office', sum: 80 }, leaves: ['ledger/total', 80] },
    takes: ['payee', 'sum', 'body', 'query'],
  },
  {
    shape: 'commands that were put down by name',
    files: {
      'commands.mjs': `export const commandsFor = (members) => [
        { name: 'join', help: 'a new member', execute: ({ nick, city }) => members.push({ nick, city }) },
        { name: 'leave', help: 'one less', execute: ({ nick }) => members.splice(members.findIndex((one) => one.nick === nick), 1) },
      ];`,
      'main.mjs': `import { commandsFor } from './commands.mjs';
        class Bot { commands = new Map(); prefix = '!'; register(one) { this.commands.set(one.name, one); } }
        const members = [{ nick: 'otter', city: 'Gdansk' }];
        const bot = new Bot();
        for (const one of commandsFor(members)) bot.register(one);
        setInterval(() => [bot.prefix, members.length], 1e8);
        console.log('ready');`,
    },
    facts: [['members/0/city', 'Gdansk']],
    does: { action: 'join', parameters: { nick: 'seal', city: 'Oban' }, leaves: ['members/1/city', 'Oban'] },
    takes: ['nick', 'city'],
  },
  {
    shape: 'services that a framework has wrapped',
    files: {
      'node_modules/served/package.json': '{"name":"served","main":"index.js"}',
      'node_modules/served/index.js': `
        exports.serve = () => { const services = {}; const heard = []; return {
          services, heard,
          use(name, given) {
            const service = Object.create(given);
            for (const method of ['create', 'remove']) {
              if (!given[method]) continue;
              const wrapper = function (...args) { heard.push(name + ' ' + method); return given[method].apply(service, args); };
              service[method] = Object.assign(wrapper, { original: given[method] });
            }
            services[name] = service;
          } }; };`,
      'main.mjs': `import { serve } from 'served';
        const looms = [{ weaver: 'Ada', threads: 800 }];
        const app = serve();
        app.use('looms', { looms, create(data) { looms.push({ ...data }); }, remove(at) { looms.splice(at, 1); } });
        app.use('dyes', { create({ hue }) { looms[0].hue = hue; } });
        setInterval(() => [app.services, looms.length], 1e8);
        console.log('ready');`,
    },
    facts: [['looms/0/weaver', 'Ada']],
    does: { action: 'create', parameters: { weaver: 'Kim', threads: 77 }, leaves: ['heard/0', 'looms create'] },
    takes: ['data', 'weaver', 'threads'],
  },
  {
    shape: 'an object whose constructor, of a library, gave it its functions',
    files: {
      'node_modules/broker/package.json': '{"name":"broker","main":"index.js"}',
      'node_modules/broker/index.js': `
        module.exports = function Broker(name) {
          this.name = name; this.topics = [];
          this.follow = function (topic, callback, headers) { this.topics.push({ topic }); if (callback) setImmediate(callback, headers || {}); };
        };`,
      'main.mjs': `import Broker from 'broker';
        const broker = new Broker('quarry');
        const counts = { told: 0 };
        broker.follow('/scales', () => { counts.told += 1; });
        setInterval(() => [broker.name, counts.told], 1e8);
        console.log('ready');`,
    },
    facts: [['broker/name', 'quarry']],
    does: { action: 'follow', parameters: { topic: '/gate' }, leaves: ['topics/1/topic', '/gate'] },
    takes: ['topic', 'headers'],
  },
  {
    shape: 'records deep in what a library keeps',
    files: {
      'node_modules/heap-base/package.json': '{"name":"heap-base","main":"index.js"}',
      'node_modules/heap-base/index.js': `
        class Collection { constructor(name) { this.name = name; this.data = []; } insert(one) { this.data.push(one); } }
        exports.Base = class Base { constructor() { this.collections = []; } add(name) { const one = new Collection(name); this.collections.push(one); return one; } };`,
      'main.mjs': `import { Base } from 'heap-base';
        const db = new Base();
        db.add('looms').insert({ weaver: 'Ada', wool: { hue: 'madder' } });
        const mill = { office: { desk: { drawer: { db } } } };
        setInterval(() => mill.office, 1e8);
        console.log('ready');`,
    },
    facts: [
      ['data/0/weaver', 'Ada'],
      ['data/0/wool/hue', 'madder'],
    ],
  },
  {
    shape: 'tables deep in what a library keeps: rows of words, and rows of what it makes of each cell',
    files: {
      'node_modules/ledgers/package.json': '{"name":"ledgers","main":"index.js"}',
      'node_modules/ledgers/index.js': `
        class Cell { constructor(said) { this.said = said; } }
        class Sparse { rows = new Map([[0, new Map()]]); put(at, said) { this.rows.get(0).set(at, new Cell(said)); } }
        class Dense { rows = []; add(...row) { this.rows.push(row.map((said) => new Cell(said))); } }
        class Rules { lines = []; add(...line) { this.lines.push(line); } }
        class Sheets { byNumber = new Map([[0, new Dense()], [1, new Sparse()]]); rules = new Map([['p', new Rules()]]); read() {} }
        class Engine { sheets = new Sheets(); run() {} }
        exports.Book = class Book { engine = new Engine(); add(...row) { this.engine.sheets.byNumber.get(0).add(...row); } note(said) { this.engine.sheets.byNumber.get(1).put(4, said); } rule(...line) { this.engine.sheets.rules.get('p').add(...line); } };`,
      'main.mjs': `import { Book } from 'ledgers';
        const book = new Book();
        book.add('Wood', 'Logs'); book.add('Larch', 26); book.note('Gudrun'); book.rule('usher', 'foyer');
        setInterval(() => book, 1e8);
        console.log('ready');`,
    },
    facts: [
      ['rows/1/0/said', 'Larch'],
      ['rows/1/1/said', 26],
      ['rows/0/4/said', 'Gudrun'],
      ['lines/0/1', 'foyer'],
    ],
  },
  {
    shape: 'hundreds of modules',
    files: {
      ...Object.fromEntries(
        Array.from({ length: 400 }, (_, at) => [
          `parts/part${at}.mjs`,
          `const stock = { part: ${at}, left: ${at * 2} };\nexport const use = () => stock.left--;\nexport const unused${at} = [1, 2, 3];`,
        ]),
      ),
      'main.mjs': `${Array.from({ length: 400 }, (_, at) => `import { use as use${at} } from './parts/part${at}.mjs';`).join('\n')}
        const uses = [${Array.from({ length: 400 }, (_, at) => `use${at}`).join(', ')}];
        const shop = { name: 'Bolt & Nut', sold: 0 };
        setInterval(() => { uses[0](); shop.sold++; }, 1e8);
        console.log('ready');`,
    },
    facts: [
      ['shop/name', 'Bolt & Nut'],
      ['shop/sold', 0],
    ],
  },
  {
    shape: 'compiled TypeScript with getters and decorators of services',
    files: {
      'package.json': '{"name":"ferry","type":"module"}',
      'dist/index.js': `import { FerryService } from './ferry.service.js';
        import { Harbour } from './harbour.js';
        const app = await FerryService.create(new Harbour('Visby'));
        await app.run();
        export {};`,
      'dist/harbour.js': `export class Harbour { constructor(name) { Object.defineProperty(this, "name", { enumerable: true, configurable: true, writable: true, value: name }); Object.defineProperty(this, "depth", { enumerable: true, configurable: true, writable: true, value: 9 }); } }`,
      'dist/ferry.service.js': `var _FerryService_queue, _FerryService_harbour;
        import { __classPrivateFieldGet as g, __classPrivateFieldSet as s } from './helpers.js';
        export class FerryService {
          static async create(harbour) { return new FerryService(harbour); }
          constructor(harbour) { _FerryService_queue.set(this, []); _FerryService_harbour.set(this, void 0); s(this, _FerryService_harbour, harbour); this.sailings = 0; }
          get waiting() { return g(this, _FerryService_queue).length; }
          async run() { g(this, _FerryService_queue).push({ car: 'GOT 112', lane: 2 }); this.sailings += 1; console.log('ready'); setInterval(() => this.waiting, 1e8); }
        }
        _FerryService_queue = new WeakMap(), _FerryService_harbour = new WeakMap();`,
      'dist/helpers.js': `export const __classPrivateFieldGet = (one, map) => map.get(one); export const __classPrivateFieldSet = (one, map, value) => { map.set(one, value); return value; };`,
    },
    args: ['dist/index.js'],
    facts: [
      ['queue/0/car', 'GOT 112'],
      ['harbour/name', 'Visby'],
      ['sailings', 1],
    ],
  },
  {
    shape: 'nothing but a thread',
    files: {
      'main.mjs': `import { Worker } from 'node:worker_threads';
        new Worker(new URL('./thread.mjs', import.meta.url));`,
      'thread.mjs': `const frames = { drawn: 14, size: [320, 200] };
        setInterval(() => frames.drawn, 1e8);
        console.log('ready');`,
    },
    facts: [['frames/drawn', 14]],
  },
  {
    shape: 'a promise that everything waits for, and a signal',
    files: {
      'main.mjs': `const lamps = new Map([['hall', { lit: true, watts: 40 }]]);
        const { promise, resolve } = (() => { let resolve; const promise = new Promise((done) => { resolve = done; }); return { promise, resolve }; })();
        process.once('SIGTERM', resolve);
        const alive = setInterval(() => undefined, 1e8);
        const off = (name) => { lamps.get(name).lit = false; };
        console.log('ready');
        await promise;
        off('hall'); clearInterval(alive);`,
    },
    facts: [
      ['lamps/hall/lit', true],
      ['lamps/hall/watts', 40],
    ],
  },
];

const pathsOf = (node: RawNode, above = ''): [string, unknown][] => {
  const path = `${above}/${node.name}`;
  return [
    ...(node.kind === 'value' ? [[path, node.value] satisfies [string, unknown]] : []),
    ...(node.children ?? []).flatMap((child) => pathsOf(child, path)),
  ];
};

/** Where things are told, and of how many each. */
const rootsOf = ({ roots }: RawCapture): string[] =>
  roots.flatMap((root) => (root.address === 'process' ? [] : `${root.address} ${pathsOf(root).length}`)).sort();

const isTold = ({ roots }: RawCapture, [path, value]: Fact): boolean =>
  roots.flatMap((root) => pathsOf(root)).some(([name, held]) => name.endsWith(`/${path}`) && held === value);

test.each(shapes)(
  '$shape',
  async ({ files, args = ['main.mjs'], links = {}, cwd, lines, says, facts, untold = [], does, takes }) => {
    const folder = mkdtempSync(join(tmpdir(), 'substrate-shape-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    for (const [file, text] of Object.entries({ 'package.json': '{"name":"shape"}', ...files })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    for (const [link, to] of Object.entries(links)) {
      mkdirSync(dirname(join(folder, link)), { recursive: true });
      symlinkSync(join(folder, to), join(folder, link));
    }
    const [main = '', ...rest] = args;
    const started = await startNode({ args: [cwd ? join(folder, main) : main, ...rest], cwd: join(folder, cwd ?? '') });
    cleanups.push(started.stop);
    if (lines) started.child.stdin?.write(lines);
    if (says) {
      const socket = connect(Number(/ready (\d+)/.exec(started.output())?.[1]), '127.0.0.1');
      cleanups.push(() => socket.destroy());
      socket.write(says);
    }
    if (lines || says) await sleep(300);
    const session = await probe.attach(started.app, undefined, soon());
    cleanups.push(async () => await session[Symbol.asyncDispose]());
    const capture = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
    expect(facts.filter((fact) => !isTold(capture, fact))).toEqual([]);
    const names = capture.roots.flatMap((root) => pathsOf(root)).flatMap(([path]) => path.split('/'));
    expect(untold.filter((name) => names.includes(name))).toEqual([]);
    // Who comes next with what is known finds the same.
    const next = await probe.attach(started.app, capture.known, soon());
    cleanups.push(async () => await next[Symbol.asyncDispose]());
    const first = await next.capture({ mode: 'poll', budget: defaultBudget }, soon());
    expect(first.discovered).toBe(false);
    // What only the heap tells of is looked for at once, and not waited for.
    const again = first.lookAgain ? await next.capture({ mode: 'discover', budget: defaultBudget }, soon()) : first;
    expect(facts.filter((fact) => !isTold(again, fact))).toEqual([]);
    expect(rootsOf(again)).toEqual(rootsOf(capture));
    if (!does) return;
    const offered = capture.actions.filter(({ name }) => name === does.action);
    expect(capture.actions.map(({ name }) => name)).toContain(does.action);
    if (takes) expect(offered[0]?.parameters.map(({ name }) => name)).toEqual(takes);
    const call = { address: offered[0]?.address ?? '', parameters: does.parameters, timeoutMs: 20_000 };
    expect(await session.invoke(call, soon())).toMatchObject({ ok: true });
    const after = await session.capture({ mode: 'poll', budget: defaultBudget }, soon());
    expect(isTold(after, does.leaves)).toBe(true);
  },
);

test('of what the heap alone leads to, how many there are is told, and the same ones each time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-shape-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'main.mjs'),
    `class Boat { constructor(at) { this.name = \`boat \${at}\`; this.crew = Array.from({ length: at % 7 }, (_, nth) => ({ nth })); } }
     const sail = async () => { const fleet = new Set(Array.from({ length: 120 }, (_, at) => new Boat((at * 37) % 120))); await new Promise((resolve) => setTimeout(resolve, 1e8)); return fleet; };
     sail(); setInterval(() => Boat, 1e8); console.log('ready');`,
  );
  const started = await startNode({ args: ['main.mjs'], cwd: folder });
  cleanups.push(started.stop);
  const tells = async (): Promise<RawNode | undefined> => {
    const session = await probe.attach(started.app, undefined, soon());
    const { roots } = await session.capture({ mode: 'heap', budget: defaultBudget }, soon());
    await session[Symbol.asyncDispose]();
    return roots.find(({ address }) => address === 'instance/Boat');
  };
  const first = await tells();
  expect(first?.size).toBe(120);
  expect(first?.children?.slice(0, 3).map((boat) => pathsOf(boat)[0]?.[1])).toEqual(['boat 0', 'boat 1', 'boat 10']);
  expect((await tells())?.children).toEqual(first?.children);
});

test('a class that was derived from another is no instance of it, and what says nothing itself is told apart by what it holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-shape-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules/yard'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/yard/package.json'), '{"name":"yard","main":"index.js"}');
  // Kinds that a library derives are no classes of the application, and their prototypes are of its class.
  writeFileSync(
    join(folder, 'node_modules/yard/index.js'),
    'exports.derive = async (from) => { const kinds = ["Sloop", "Cutter", "Ketch"].map((name) => { const kind = { [name]: function () {} }[name]; Object.setPrototypeOf(kind.prototype, from.prototype); return kind; }); await new Promise((resolve) => setTimeout(resolve, 1e8)); return kinds; };',
  );
  writeFileSync(
    join(folder, 'main.mjs'),
    `import yard from 'yard'; class Boat { constructor(at) { this.hull = { name: \`hull \${at}\` }; } }
     yard.derive(Boat);
     const sail = async () => { const fleet = new Set([5, 2, 4, 1, 3].map((at) => new Boat(at))); await new Promise((resolve) => setTimeout(resolve, 1e8)); return fleet; };
     sail(); setInterval(() => Boat, 1e8); console.log('ready');`,
  );
  const started = await startNode({ args: ['main.mjs'], cwd: folder });
  cleanups.push(started.stop);
  const session = await probe.attach(started.app, undefined, soon());
  cleanups.push(async () => await session[Symbol.asyncDispose]());
  const { roots } = await session.capture({ mode: 'heap', budget: defaultBudget }, soon());
  const boats = roots.find(({ address }) => address === 'instance/Boat');
  expect(boats?.size).toBe(5);
  expect(boats?.children?.map((boat) => pathsOf(boat)[0]?.[1])).toEqual([1, 2, 3, 4, 5].map((at) => `hull ${at}`));
});

test('what several places lead to is told in the same one, whichever of them rests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'substrate-shape-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules/hub'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/hub/package.json'), '{"name":"hub","main":"index.js"}');
  writeFileSync(
    join(folder, 'node_modules/hub/index.js'),
    'exports.Hub = class Hub { constructor() { this.services = []; this.options = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`option${at}`, at])); } };',
  );
  writeFileSync(
    join(folder, 'main.mjs'),
    `import { Hub } from 'hub';
     class Service { constructor(name) { this.name = name; this.fleet = { trams: 3 }; } }
     class Endpoint { constructor(service, action) { this.service = service; this.action = action; } }
     const hub = new Hub(); hub.services.push(new Service('trams'));
     const wait = async () => { const all = hub.services.flatMap((one) => [new Endpoint(one, 'all'), new Endpoint(one, 'get')]); await new Promise((resolve) => setTimeout(resolve, 1e8)); return all; };
     wait(); setInterval(() => [hub, Service, Endpoint], 1e8); console.log('ready');`,
  );
  const started = await startNode({ args: ['main.mjs'], cwd: folder });
  cleanups.push(started.stop);
  const session = await probe.attach(started.app, undefined, soon());
  cleanups.push(async () => await session[Symbol.asyncDispose]());
  const first = rootsOf(await session.capture({ mode: 'heap', budget: defaultBudget }, soon()));
  expect(first.some((root) => root.startsWith('instance/Endpoint'))).toBe(true);
  for (let poll = 0; poll < 16; poll++)
    expect(rootsOf(await session.capture({ mode: 'poll', budget: defaultBudget, routine: true }, soon()))).toEqual(first);
});
