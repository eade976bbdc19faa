import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { createChannel } from './channel.js';
import { createLines } from './lines.js';

/** A stream whose other side is a function of what was written. */
const peer = (answer: (line: string, say: (text: string) => void) => void): Duplex => {
  const stream: Duplex = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      for (const line of String(chunk).split('\n').filter(Boolean)) answer(line, (text) => stream.push(text));
      done();
    },
  });
  return stream;
};

test('answers find their calls, whatever their order and however they are cut', async () => {
  const lines: string[] = [];
  const stream = peer((line, say) => {
    lines.push(line);
    if (lines.length < 2) return;
    const text = lines
      .reverse()
      .map((one) => `${JSON.stringify({ id: JSON.parse(one).id, body: { told: JSON.parse(one).word } })}\n`)
      .join('');
    for (const half of [text.slice(0, 7), text.slice(7)]) say(half);
  });
  const channel = createChannel({ stream, maxLineBytes: 1000 });
  const answers = await Promise.all([channel.send('say', { word: 'ä' }), channel.send('say', { word: 'b' })]);
  expect(answers).toEqual([{ told: 'ä' }, { told: 'b' }]);
});

test.each([
  ['rubbish', 'not json\n'],
  ['an answer to nothing', '[1]\n'],
  ['an answer that nobody waits for', '{"id":77,"body":{}}\n'],
  ['what is nested too deeply', `${'['.repeat(600)}\n`],
  ['a line without an end', 'x'.repeat(2000)],
  ['a long line', `"${'x'.repeat(2000)}"\n`],
])('%s ends the channel, and all calls with it', async (_, text) => {
  const channel = createChannel({ stream: peer((_line, say) => say(text)), maxLineBytes: 1000 });
  const calls = [channel.send('a'), channel.send('b')];
  for (const call of calls) await expect(call).rejects.toThrow("can't be read");
  expect(await channel.gone).toContain("can't be read");
  await expect(channel.send('c')).rejects.toThrow("can't be read");
});

test('a peer that leaves and one that is left', async () => {
  const left = createChannel({ stream: peer(() => {}), maxLineBytes: 1000 });
  const call = left.send('a');
  left.close();
  await expect(call).rejects.toThrow('closed');
  const stream = peer(() => {});
  const leaving = createChannel({ stream, maxLineBytes: 1000 });
  stream.destroy();
  expect(await leaving.gone).toContain('ended or closed');
});

test('what is kept of an endless line has a bound', () => {
  const feed = createLines(
    () => 100,
    () => {},
  );
  feed(Buffer.alloc(100, 97));
  expect(() => feed(Buffer.alloc(1, 97))).toThrow('more than 100 bytes');
});

test('lines come whole, however they were cut', () => {
  const found: string[] = [];
  const feed = createLines(
    () => 100,
    (line) => found.push(line),
  );
  for (const byte of Buffer.from('{"a":"é["}\n\n[1]\n{"b')) feed(Buffer.from([byte]));
  expect(found).toEqual(['{"a":"é["}', '', '[1]']);
});

test('a greeting has a bound of its own and comes before the answers', async () => {
  const heard: string[] = [];
  const greeting = {
    maxLineBytes: 20,
    take: (line: string) => {
      if (line === 'stranger') throw new Error('not the one');
      return heard.push(line) === 2;
    },
  };
  const stream = peer((line, say) => say(`${JSON.stringify({ id: JSON.parse(line).id, body: { long: 'x'.repeat(100) } })}\n`));
  stream.push('one\ntwo\n');
  const channel = createChannel({ stream, maxLineBytes: 1000, greeting });
  expect((await channel.send('a')).long).toHaveLength(100);
  expect(heard).toEqual(['one', 'two']);
  expect(channel.received()).toBeGreaterThan(100);
  for (const said of ['stranger\n', 'x'.repeat(21)]) {
    const other = peer(() => {});
    other.push(said);
    expect(await createChannel({ stream: other, maxLineBytes: 1000, greeting }).gone).toContain("can't be read");
  }
});
