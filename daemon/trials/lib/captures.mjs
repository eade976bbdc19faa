import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

/** Raw captures of the programs, trimmed, in the engine's tests: there facts are counted without the programs, in seconds. */
const recorder = fileURLToPath(new URL('../../../packages/semantic/scripts/record.mjs', import.meta.url));
const corpus = fileURLToPath(new URL('../../../packages/semantic/test/corpus/', import.meta.url));
const longest = 400;

/** Long texts are cut, what finds the same places again is left out, and folders of the machine get plain names. */
const trimmed = ({ known: _, ...capture }) => {
  const plain = (text) =>
    text
      .replaceAll(/\/tmp\/substrate-trial-\w+/g, '/tmp/trial')
      .replaceAll(homedir(), '/home/ann')
      .replace(new RegExp(`^(.{${longest}}).+$`, 's'), '$1…');
  return JSON.parse(JSON.stringify(capture, (_key, value) => (typeof value === 'string' ? plain(value) : value)));
};

const keep = (id, capture) => {
  mkdirSync(corpus, { recursive: true });
  writeFileSync(path.join(corpus, `${id}.capture.json.gz`), gzipSync(JSON.stringify(trimmed(capture)), { level: 9 }));
};

export const record = async (id, bench) => {
  const pid = await bench.begin();
  await promisify(execFile)(process.execPath, [recorder, String(pid), id, bench.own]);
  keep(id, JSON.parse(readFileSync(path.join(bench.own, `${id}.capture.json`), 'utf8')));
};
