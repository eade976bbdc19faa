/** What lies in the containers and values of the base libraries: a row for each, with what must be told of it. */
import { requireRuntime } from '@substrate/core/testing';
import { describe, expect, test } from 'vitest';
import { at, buildProgram, createTestProbe, discover, linesOf, missing, poll, soon, start, stoppedAfterEach } from './clr.js';

/** Below the field of that name: a path and its value, P is the process's number. */
const table: Record<string, readonly RegExp[]> = {
  dataSet: [/People\/0\/Name = Ada P$/, /People\/1\/Age = 52$/, /Rooms\/0\/Room = room0 P$/],
  dataTable: [
    /0\/Code = 101$/,
    /0\/Label = upper P$/,
    /0\/Price = 9.75$/,
    /0\/Since = 2024-02-29T00:00:00$/,
    /0\/Doors = East$/,
    /0\/Double = 202$/,
    // Deleted, and that not accepted: it keeps its place, as it does for the program.
    /\/1 = null$/,
    /\/2\/Code = 103$/,
    /\/2\/Label = null$/,
  ],
  dataRow: [/Name = Grace P$/, /Age = 52$/],
  dataView: [/filter = Code > \d+$/i, /sort = Code DESC$/i],
  hashtable: [/hash P\/Name = bolt P$/, /hash P\/Pieces = 11$/],
  arrayList: [/\/0 = array P$/, /\/1 = 12$/],
  sortedList: [/sorted P = 13$/],
  sortedListOf: [/sortedOf P = 14$/],
  sortedDictionary: [/tree P = 15$/],
  sortedSet: [/\/0 = ordered P$/],
  nameValues: [/colourP\/0 = red P$/, /colourP\/1 = green P$/],
  strings: [/\/0 = string P$/],
  stringDictionary: [/sizeP = large P$/],
  listDictionary: [/listP = linen P$/],
  hybridDictionary: [/hybridP = hemp P$/],
  ordered: [/orderedP = oak P$/],
  orderedOf: [/orderedOfP = 16$/],
  keyed: [/0\/Name = keyed P$/, /0\/Pieces = 17$/],
  observable: [/0\/Name = seen P$/],
  readOnlyObservable: [],
  readOnly: [/\/0 = fixed P$/],
  readOnlyDictionary: [/still P = 19$/],
  binding: [/0\/Name = bound P$/],
  blocking: [/0\/Name = blocked P$/],
  bag: [/\/0 = bag P$/],
  stack: [/\/0 = stack P$/],
  queue: [/\/0 = queue P$/],
  concurrent: [/concurrent P = 22$/],
  oldQueue: [/\/0 = oldQueue P$/],
  oldStack: [/\/0 = oldStack P$/],
  immutableArray: [/\/0 = immutableArray P$/],
  immutableList: [/\/0 = immutableList P$/],
  immutableSet: [/\/0 = immutableSet P$/],
  immutableSortedSet: [/\/0 = immutableSortedSet P$/],
  immutableQueue: [/\/0 = immutableQueue P$/],
  immutableStack: [/\/0 = immutableStack P$/],
  immutableDictionary: [/immutable P = 23$/],
  immutableSorted: [/immutableSorted P = 24$/],
  arrayBuilder: [/0\/Name = arrayBuilder P$/],
  listBuilder: [/\/0 = listBuilder P$/],
  dictionaryBuilder: [/dictionaryBuilder P = 44$/],
  frozen: [/frozen P = 25$/],
  frozenSet: [/\/0 = frozenSet P$/],
  priority: [/urgent P$/, / = 26$/],
  linked: [/\/0 = linked P$/],
  bits: [/\/0 = true$/, /\/1 = false$/],
  // Its pid where that is odd.
  bitVector: [/ = (?:\d+|P)$/],
  channel: [/\/0 = channel P$/],
  jsonNode: [/node\/name = json P$/, /node\/list\/0 = 27$/],
  jsonObject: [/builtP = jsonObject P$/, /deep\/0 = 28$/, /deep\/1 = jsonArray P$/],
  jsonDocument: [/document = jsonDocument P$/],
  jsonElement: [/element = jsonElement P$/],
  xDocument: [/town = Ulm P$/, /n = 1$/, /bolts P$/, /nuts P$/],
  xElement: [/weight = \d+$/, /label.* = fragile P$/],
  xmlDocument: [/town = Bonn P$/, /n = 3$/, /nails P$/],
  expando: [/expandedP = expando P$/],
  lazy: [/Name = lazy P$/],
  weak: [],
  weakly: [/Name = weak P$/],
  builder: [/ = builder P, chunk P\.+/],
  memory: [/ = memory P$/],
  sequence: [/ = sequence of P segments P$/],
  tuple: [/ = tuple P$/, / = 32$/],
  valueTuple: [/Place = valueTuple P$/, /Row = 33$/],
  nullable: [/ = \d+$/],
  nothing: [/ = null$/],
  doors: [/ = North, South$/],
  dateOnly: [/ = 2024-02-29$/],
  timeOnly: [/ = 07:45:00$/],
  dateTime: [/ = 2024-02-29T01:02:03Z$/],
  dateTimeOffset: [/ = 2024-02-29T01:02:03\+02:00$/],
  timeSpan: [/ = 01:35:00$/],
  zone: [/ = Depot\/P$/],
  uri: [/ = http:\/\/depot.example\/P$/],
  version: [/ = 3\.5\.P$/],
  guid: [/ = [0-9a-f]{8}-0001-0002-0304-05060708090a$/],
  big: [/ = 10{20,}P$/],
  complex: [/real = P$/i, /imaginary = 35.5$/i],
  money: [/ = P\.25$/],
  wide: [/ = 17014118346046923173168730371\d+$/],
  half: [/ = 1.5$/],
  culture: [/ = de-AT$/],
  region: [/ = AT$/],
  address: [/ = 10\.0\.\d+\.36$/],
  endPoint: [/ = 127\.0\.0\.1:\d+$/],
  dnsEndPoint: [/depotP\.example/],
  network: [/ = 10\.0\.0\.0\/24$/],
  cookie: [/name = basket$/i],
  headers: [/X-Depot.* = header P$/],
  mail: [/subject = Delivery P$/i, /body = Your parts are here P$/i, /senderP@depot\.example/, /receiverP@depot\.example/],
  failure: [/message = the gate is stuck P$/i, /message = no current P$/i],
  pair: [/ = pair P$/, / = 37$/],
  entry: [/ = entry P$/, / = 38$/],
  part: [/\/0 = P$/, /\/1 = 39$/],
  grid: [/0\/0 = grid P$/, /0\/1 = plan P$/],
  done: [/Name = task P$/],
  completion: [/Name = completion P$/],
  threadLocal: [/Name = thread P$/],
  rune: [/ = ß$/],
  range: [/ = 1\.\.42$/],
  lookup: [/lookup P\/0 = 46$/, /lookup P\/1 = 48$/],
  grouping: [/ = 47$/],
};

describe.runIf(requireRuntime('clr', missing()))('containers of the base libraries', () => {
  const run = stoppedAfterEach();

  test('each is told by what lies in it', { timeout: 300_000 }, async () => {
    const target = await run(start(buildProgram('depot', 'Depot')));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const store = capture.roots.find((root) => root.children?.some((child) => child.name === 'dataSet'));
    const lines = linesOf(capture).map((line) => line.replaceAll(String(target.app.pid), 'P'));
    const untold = Object.entries(table).flatMap(([field, facts]) => {
      const own = lines.filter((line) => line.includes(`/${field}/`) || line.includes(`/${field} = `));
      return facts.filter((fact) => !own.some((line) => fact.test(line))).map((fact) => `${field}: ${fact}`);
    });
    expect(untold).toEqual([]);
    const rooms = at(capture, store?.address ?? '', 'dataSet', 'Rooms');
    expect(rooms).toMatchObject({ kind: 'list', size: 1500 });
    expect(lines.filter((line) => / = gone P$/.test(line))).toEqual([]);
    // What waits to be made is not made by looking, and a poll reads what the first look read.
    expect(lines.filter((line) => /\/never(?! = null$)|\/notRun/.test(line))).toEqual([]);
    expect(linesOf(await session.capture(poll, soon()))).toEqual(linesOf(capture));
    // Tables are told to take changes back, and to be empty.
    for (const ending of ['/dataTable.RejectChanges()', '/dataSet/Rooms.Clear()']) {
      const address = capture.actions?.find((one) => one.address.endsWith(ending))?.address ?? ending;
      expect(await session.invoke({ address, parameters: {}, timeoutMs: 30_000 }, soon())).toMatchObject({ ok: true });
    }
    const after = await session.capture(poll, soon());
    expect(at(after, store?.address ?? '', 'dataTable', '0', 'Price')?.value).toBe(1.25);
    expect(at(after, store?.address ?? '', 'dataTable', '1', 'Code')?.value).toBe(102);
    expect(at(after, store?.address ?? '', 'dataSet', 'Rooms')?.children ?? []).toEqual([]);
    expect(target.isAlive()).toBe(true);
  });
});
