import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { withPort } from './port-turn.js';

const soon = (): AbortSignal => AbortSignal.timeout(50_000);

describe.runIf(process.platform === 'linux')('the turn at a port', () => {
  test('one at a time, in order; one that fails or is given up lets the next one in', async () => {
    const port = 61_001;
    const told: string[] = [];
    const run = (name: string, fails = false) =>
      withPort(port, soon(), async () => {
        told.push(`${name} in`);
        await new Promise((resolve) => setImmediate(resolve));
        told.push(`${name} out`);
        if (fails) throw new Error(name);
        return name;
      });
    const outcomes = await Promise.allSettled([
      run('a', true),
      run('b'),
      withPort(port, AbortSignal.abort(), async () => told.push('never')),
      run('c'),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(told).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  test('another process has its turn, and gives it up by dying', async () => {
    const port = 61_002;
    const script = `require('node:net').createServer(() => console.log('asked')).listen('\\0substrate-inspector-${port}', () => console.log('held'))`;
    const other = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    let isOther = true;
    const mine = withPort(port, soon(), async () => isOther);
    await once(other.stdout, 'data');
    isOther = false;
    other.kill('SIGKILL');
    expect(await mine).toBe(false);
  });
});
