import { defaultBudget, type RawNode, type RawRoot } from '@substrate/core';
import { scriptedCut, scriptedRead } from '@substrate/core/testing';
import { describe, expect, it } from 'vitest';
import { capture, type Literal, node, root } from '../test/captures.js';
import { interpret } from './interpret.js';
import { areOpaque } from './opaque.js';
import { extentsOf, keysAt, keysOfRead, placesOf } from './places.js';
import type { KeyEntry, Schema } from './schema.js';

describe('names that are ids', () => {
  it.each([
    ['of sockets', ['8sql9Yf0dc6FDbhbAAAA', 'YdrGlzkai0DNlbysAAAB']],
    ['of one socket', ['YdrGlzkai0DNlbysAAAA']],
    ['places of keys that may not be told', ['#0', '#1']],
    ['of another one', ['JDVIZDZ6X3bbebyvAAAA']],
    ['UUIDs', ['32a8ead5-6bc2-42ab-a2d0-1b61f94e1108']],
    ['UUIDs with something beside', ['node:32a8ead5-6bc2-42ab-a2d0-1b61f94e1108|next']],
    ['ids of kinds of things', ['camera:page:VIe_DbmrmIzOXXPwwSPAY', 'shape:yrff8Hn9-e1ST24TfGwvK']],
    ['colours', ['#8a0879', '#777bb5', '#f5161c']],
    ['hashes', ['9f86d081884c7d65', 'a3c1f00d5e6b7a81']],
    ['numbers of sessions', ['0x1000169ddc50000']],
    ['moments', ['1794725705793', '1794725705797']],
    ['what counts from a moment', ['ID:vm-34595-1794839287468-4:1', 'ID:vm-34595-1794839287468-4:1:2']],
    ['two short ones', ['xd_eKyGK8', 'sQFgI1PCy']],
    ['two short ones with lines', ['Me4-EGU5h', 'aQ_x7-bRw']],
    ['short ones with letters that make no word', ['PR1reyq3M', 'PiFqjZExm']],
    ['two that prove nothing by themselves', ['MpplOha43', 'wHtxKnneF']],
    ['two of which one is proof', ['sQFgI1PCy', 'aurKyFxQz']],
    ['of signs of all kinds', [',Hn3Hx16*d8t^EPfDH$;', 'utv+%siv1~*?uDdKoW!)', 'U9Y^GHh+Muf^QFTTj.H!']],
    ['half of them', ['pour', 'read', ',Hn3Hx16*d8t^EPfDH$;', 'utv+%siv1~*?uDdKoW!)']],
    ['of signs, one of them with a single sign', [',Hn3Hx16*d8t^EPfDH$;', 'XqrAKEttEAXwpDs|DMXB', 'read']],
    ['short ones, together', ['k3x9w2pq', 'zz81mab4', 'a0f7xq2t', 'm2mm9b1x']],
    ['a few hexadecimal digits, together', ['a3f0', '91be', '7c2d']],
    ['many of four', '9f86 d081 884c 7d65 9a2f eaa0 c55a d015 a3bf 4f1b 2b0b 822c d15d 6c15 b0f0 0a08'.split(' ')],
    ['two of a few hexadecimal digits', ['4eeea', '62ddb']],
    ['two of a few hexadecimal digits, one without letters', ['b015ba', '433140']],
    ['two, one of which can be said by chance', ['zF9icevrT', 'hXURcgNSa']],
    ['a few small letters and digits, together', ['x7k2q', '09fzb', 'm31ap']],
  ])('%s', (_, names) => expect(areOpaque(names)).toBe(true));

  it.each([
    ['words', ['lobby', 'kitchen', 'sales_team']],
    ['e-mail addresses', ['ada@example.org', 'grace@example.org']],
    ['codes of one form', ['EUR2024Q3', 'USD2024Q4', 'GBP2025Q1']],
    ['numbers that people say', ['1', '42', '8080', '2024']],
    ['names with a number', ['room-7', 'room-12', 'iPhone15ProMax']],
    ['paths', ['/zookeeper/quota', '/lights/kitchen']],
    ['books', ['isbn:9780306406157', 'isbn:9783161484100']],
    ['kinds of things', ['action:align-center-horizontal.short', 'document:document', 'instance:userId2', 'urn:ISO9001Rev2']],
    ['classes', ['org.acme.msg.PropertiesChanged', 'org.acme.msg.ViewUpdate']],
    ['long words', ['acceptedConnections', 'HTTPSConnection2Handler', 'iPhone15ProMaxSilver256GB']],
    ['two names of one length', ['userName1', 'Lobby2024']],
    ['names of one length with short words', ['tcpSrvLog', 'maxCpuMs2']],
    ['one product', ['iPhone15ProMax']],
    ['products', ['iPhone15', 'USB-C2', 'RTX-4090', 'Wi-Fi6E', 'MacBook-M3']],
    ['questions and sentences', ['?lang=en&theme=dark&page=2', 'total(price*amount)+tax%rate', '{{title}}-(draft)+100%']],
    ['short codes of one form', ['a101', 'b202', 'c303', 'd404']],
    ['short codes of two forms', ['a101', 'b202', '3c03', '4d04']],
    ['short words', ['face', 'dead', 'cafe', 'beef', 'fade']],
    ['kinds with a number', ['h264x', 'av1xx', 'vp9xx', 'utf16', 'ucs22', 'iso88', 'latin', 'plain', 'ascii']],
    ['two vendors', ['10de', '8086']],
    ['two words of hexadecimal digits', ['decaf', 'faced']],
    ['two words with a number', ['cafe1', 'face2']],
    ['two numbers', ['43314', '62140']],
    ['a number and a word', ['43314', 'decaf']],
    ['two of a few hexadecimal digits, of other length', ['4eeea', '62ddb1']],
    ['two of several words', ['goToXYEnd', 'startHere']],
    ['one id among names', ['lobby', 'kitchen', '8sql9Yf0dc6FDbhbAAAA']],
    ['one id among names as long', ['8sql9Yf0dc6FDbhbAAAA', 'acceptedConnections1', 'kitchen', 'lobby']],
    ['none', []],
  ])('not %s', (_, names) => expect(areOpaque(names)).toBe(false));
});

const map = (name: string, entries: Record<string, Literal>, extra: Partial<RawNode> = {}): RawNode =>
  node(name, entries, { kind: 'map', ...extra });
const hub = (...children: RawNode[]): RawRoot => ({ ...root('scope:hub.js/hub', 'module', 'hub', {}), children });

const ids = (seed: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const hex = (((seed + i) * 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
    return `${hex}-1b1b-4c4c-8d8d-${hex}a0b1`;
  });
const peers = (names: readonly string[]): RawNode =>
  map('peers', Object.fromEntries(names.map((id, i) => [id, { nick: `n${i}`, away: false }])));

describe('a map of ids', () => {
  it('is one where the only name says nothing and leads to an object of a class', () => {
    const of = (id: string) =>
      interpret(capture([hub(node('rooms', {}, { children: [node(id, { phase: 'racing' }, { type: 'RegattaRoom' })] }))]))
        .objects;
    expect(of('kfQwBtZlm')).toMatchObject({ 'hub.rooms[0].phase': 'racing' });
    expect(of('northern')).toMatchObject({ 'hub.rooms.northern.phase': 'racing' });
  });

  it('is one where the names of fields were others in the run before, for things of the same kind that hold them', () => {
    const things = (names: readonly string[], extra: Record<string, Literal> = {}) =>
      node('tabs', Object.fromEntries(names.map((id, at) => [id, { label: `tab ${at}`, open: true, state: { id }, ...extra }])));
    const told = (schema: Schema | undefined, names: readonly string[], extra?: Record<string, Literal>) =>
      interpret(capture([hub(things(names, extra))]), schema && { schema });
    const keysOf = (one: { objects: object }): string[] => Object.keys(one.objects).sort();
    for (const [before, now, later] of [
      [
        ['gro1y9', 'mbpe2'],
        ['mg6mm7n', 'oxsgy'],
        ['k6e4lg', 'pqdl9'],
      ],
      [
        ['rk0n1m', 'lq4b3'],
        ['pjdrrf', 'fumz'],
        ['w83kz', 'x0pq1'],
      ],
      [['__model_93'], ['__model_91'], ['__model_94']],
    ] as const) {
      const first = told(undefined, before);
      expect(keysOf(first)).not.toContain('hub.tabs[0].label');
      const second = told(first.schema, now);
      expect(second.objects).toMatchObject({ 'hub.tabs.count': now.length, 'hub.tabs[0].id': now[0] });
      expect(Object.keys(second.schema.keys).filter((pattern) => pattern.includes(before[0]))).toEqual([]);
      expect(keysOf(told(second.schema, later))).toEqual(keysOf(second));
      // In one run as well, where a page was loaded again.
      let again = interpret(capture([hub(things(now))]), { previous: told(undefined, before) });
      expect(keysOf(again)).toEqual(keysOf(second));
      // And what is doubted when it is calm does not bring the names back.
      for (let cycle = 0; cycle < 12; cycle++) again = interpret(capture([hub(things(now))]), { previous: again });
      expect(Object.keys(again.schema.keys).filter((pattern) => pattern.includes(before[0]))).toEqual([]);
    }
    const others: readonly [readonly string[], readonly string[], Record<string, Literal>?][] = [
      [['order'], ['customer']],
      [
        ['lobby', 'kitchen'],
        ['attic', 'cellar'],
      ],
      [['__model_93'], ['__model_91'], { other: 1, kind: 2, of: 3 }],
      [['__model_93'], ['__model_93', '__model_94']],
      [['step1'], ['step2'], { state: 'the same without an id' }],
    ];
    for (const [before, now, extra] of others)
      expect(keysOf(told(told(undefined, before).schema, now, extra))).not.toContain('hub.tabs[0].label');
  });

  it('is none where a person named what is in it', () => {
    const of = (id: string, options = {}) =>
      interpret(capture([hub(node('tabs', { [id]: { label: 'Chapel', open: true, id } }))]), options);
    const { schema } = of('__model_93');
    const [pattern, entry] = Object.entries(schema.keys).find(([pattern]) => pattern.endsWith('/label')) ?? [];
    const keys = { ...schema.keys, [pattern as string]: { ...(entry as KeyEntry), key: 'chapel', confirmed: true as const } };
    expect(of('__model_91', { schema: { ...schema, keys } }).schema.keys[pattern as string]?.key).toBe('chapel');
  });

  it('is one also where the source only knows objects', () => {
    const clients = (...ids: string[]) => node('clients', Object.fromEntries(ids.map((id, i) => [id, { nick: `n${i}` }])));
    const of = (...ids: string[]) => Object.keys(interpret(capture([hub(clients(...ids))])).objects).sort();
    const told = of('AuN4IyX-vQG6_W0lAAAB', 'YrZ0gY8ClRLpeGpTAAAA');
    expect(told).toContain('hub.clients[1].nick');
    expect(of('02nUqVa69GaBFyGLAAAC', 'sQFgI1PCyd_8eKyGAAAD')).toEqual(told);
    expect(of('userName', 'lastSeen')).toContain('hub.clients.last_seen.nick');
  });

  it('is told as a list in its order, and has the same keys in the next run', () => {
    const [a, b] = ids(1, 2) as [string, string];
    const first = interpret(capture([hub(peers([a, b]))]));
    expect(first.objects).toMatchObject({
      'hub.peers.count': 2,
      'hub.peers[0].id': a,
      'hub.peers[0].nick': 'n0',
      'hub.peers[1].id': b,
      'hub.peers[1].nick': 'n1',
    });
    const next = capture([hub(peers(ids(77, 2)))]);
    for (const options of [{ previous: first }, { schema: first.schema }, {}])
      expect(Object.keys(interpret(next, options).objects)).toEqual(Object.keys(first.objects));
  });

  it('stays a list whatever comes into it, and a map of names stays a map', () => {
    const first = interpret(capture([hub(peers(ids(1, 2)))]));
    expect(interpret(capture([hub(peers(['lobby']))]), { previous: first }).objects['hub.peers[0].id']).toBe('lobby');
    const named = interpret(capture([hub(peers(['lobby', 'kitchen']))]));
    expect(named.objects['hub.peers.lobby.nick']).toBe('n0');
    const later = interpret(capture([hub(peers(ids(1, 1)))]), { schema: named.schema });
    expect(later.objects).toMatchObject({ 'hub.peers["#0"].nick': 'n0', 'hub.peers["#0"].id': ids(1, 1)[0] });
  });

  it('is a map where others have names: a list that an id leads to goes by its place, and tells the id', () => {
    const id = 'user-applications:1f6d3db7-4963-4813-b527-39a6a894d86d';
    const { objects } = interpret(capture([hub(map('raw', { fares: { day: 4 }, crew: { chief: 'Ida' }, [id]: ['timetable'] }))]));
    expect(objects).toMatchObject({ 'hub.raw.fares.day': 4, 'hub.raw["#2"].id': id, 'hub.raw["#2"].items[0]': 'timetable' });
  });

  it('is a map where others have names: a map that an id leads to goes by its place', () => {
    const id = '-ne8Jj15Vwl24M_6kMyb3';
    const named = map('beds', { fares: { day: 4 }, crew: { chief: 'Ida' }, pond: { deep: 1 } });
    const beds = { ...named, children: [...(named.children ?? []), map(id, { 4: { text: 'dry corner' } })] };
    const { objects } = interpret(capture([hub(beds)]));
    expect(objects['hub.beds["#3"].id']).toBe(id);
    expect(objects['hub.beds["#3"].items["4"].text']).toBe('dry corner');
  });

  it('is a map where others have names: an id among them goes by its place', () => {
    const rooms = (id: string) => capture([hub(peers(['lobby', id, 'kitchen', 'bar', 'yard', 'attic']))]);
    const first = interpret(rooms('8sql9Yf0dc6FDbhbAAAA'));
    expect(first.objects).toMatchObject({
      'hub.peers.lobby.nick': 'n0',
      'hub.peers["#1"].nick': 'n1',
      'hub.peers["#1"].id': '8sql9Yf0dc6FDbhbAAAA',
      'hub.peers.kitchen.nick': 'n2',
    });
    expect(keysAt(first, ['scope:hub.js/hub/peers/8sql9Yf0dc6FDbhbAAAA/nick'])).toEqual(['hub.peers["#1"].nick']);
    for (const options of [{ previous: first }, { schema: first.schema }, {}])
      expect(Object.keys(interpret(rooms('YdrGlzkai0DNlbysAAAB'), options).objects)).toEqual(Object.keys(first.objects));
  });

  it('keeps the id of what holds one value: nothing else tells it', () => {
    const cups = interpret(capture([hub(map('cups', { big: 1, wide: 2, deep: 3, '8sql9Yf0dc6FDbhbAAAA': 4 }))]));
    expect(cups.objects['hub.cups["8sql9Yf0dc6FDbhbAAAA"]']).toBe(4);
  });

  it('is one too when it was empty at first, and when the source calls it an object', () => {
    const empty = interpret(capture([hub(map('peers', {}), node('calls', {}))]));
    const calls = node('calls', Object.fromEntries(ids(9, 3).map((id) => [id, { state: 'open' }])));
    const { objects } = interpret(capture([hub(peers(ids(1, 2)), calls)]), { previous: empty });
    expect(objects['hub.peers[1].nick']).toBe('n1');
    expect(objects['hub.calls[2].state']).toBe('open');
    expect(objects['hub.calls[2].id']).toBe(ids(9, 3)[2]);
  });

  it('keeps short ids of things that are of one form in the key', () => {
    const sailing = { to: 'Mull', cars: 3 };
    const told = (calls: Parameters<typeof node>[1]) => Object.keys(interpret(capture([hub(node('calls', calls))])).objects);
    expect(told({ m1: sailing, m2: sailing })).toContain('hub.calls.m1.cars');
    expect(told({ m1: sailing, m2: { cars: 3 } })).not.toContain('hub.calls.m1.cars');
  });

  it('is one where a thing is kept under no name at all', () => {
    const objects = interpret(capture([hub(node('levels', { '': { metres: 42.5 } }))])).objects;
    expect(objects['hub.levels[""].metres']).toBe(42.5);
  });

  it('says an id once, and calls it a key where there is another id', () => {
    const [a, b] = ids(1, 2) as [string, string];
    const told = interpret(capture([hub(map('peers', { [a]: { id: a, nick: 'x' }, [b]: { id: b, nick: 'y' } }))])).objects;
    expect(Object.entries(told).filter(([, value]) => value === a)).toEqual([['hub.peers[0].id', a]]);
    const other = interpret(capture([hub(map('peers', { [a]: { id: 7, nick: 'x' }, [b]: { id: 8, nick: 'y' } }))])).objects;
    expect(other).toMatchObject({ 'hub.peers[0].id': 7, 'hub.peers[0].key': a });
  });

  it('holds values and lists as well', () => {
    const [a, b] = ids(1, 2) as [string, string];
    const { objects } = interpret(capture([hub(map('scores', { [a]: 12, [b]: 30 }), map('rooms', { [a]: ['red', 'blue'] }))]));
    expect(objects).toMatchObject({
      'hub.scores[1].id': b,
      'hub.scores[1].value': 30,
      'hub.rooms[0].id': a,
      'hub.rooms[0].items[1]': 'blue',
    });
  });

  it('does not tell ids that open something', () => {
    const { objects } = interpret(capture([hub(map('sessions', { [ids(1, 1)[0] as string]: { user: 'ada' } }))]));
    expect(objects['hub.sessions[0].user']).toBe('ada');
    expect(JSON.stringify(objects)).not.toContain(ids(1, 1)[0]);
  });
});

describe('a map of ids, on demand', () => {
  const names = ids(3, 300);
  const mixed = names.map((id, i) => (i % 3 === 0 ? id : `seat${'abcdefgh'[i % 8]}${i}`));
  const whole = hub(
    peers(names),
    map('scores', Object.fromEntries(names.map((id, i) => [id, i]))),
    map('seats', Object.fromEntries(mixed.map((id, i) => [id, { row: i }]))),
  );
  const over = interpret(capture([scriptedCut(whole, 20)]));

  /** Reads as a daemon would. */
  const read = (key: string): Record<string, unknown> => {
    const found: Record<string, unknown> = {};
    for (const place of placesOf(over, key)) {
      const { root: at, path, entry } = place;
      const [from, to] = entry === undefined ? [0, 100] : [entry, entry + 1];
      const got = scriptedRead([whole], { root: at, path, from, limit: to - from, budget: defaultBudget });
      const part = got?.kind === 'map' ? { from, to } : undefined;
      if (got) Object.assign(found, keysOfRead(over, place, got, part).objects);
    }
    return found;
  };

  it('has its true length and what of it was read', () => {
    expect(over.objects['hub.peers.count']).toBe(300);
    expect(extentsOf(over).get('hub.peers')).toEqual({ kind: 'list', size: 300, read: [[0, 20]] });
  });

  it.each([
    ['hub.peers[7].nick', 'n7'],
    ['hub.peers[7].id', names[7]],
    ['hub.peers[250].nick', 'n250'],
    ['hub.peers[250].id', names[250]],
    ['hub.scores[7].value', 7],
    ['hub.scores[250].value', 250],
    ['hub.scores[250].id', names[250]],
    ['hub.seats["#9"].row', 9],
    ['hub.seats["#9"].id', names[9]],
    ['hub.seats["#249"].row', 249],
    ['hub.seats["#249"].id', names[249]],
  ])('%s is read', (key, value) => expect(read(key)).toEqual({ [key]: value }));

  it('is found from the address of an entry', () => {
    expect(keysAt(over, [`scope:hub.js/hub/peers/${names[1]}/nick`])).toEqual(['hub.peers[1].nick']);
  });
});
