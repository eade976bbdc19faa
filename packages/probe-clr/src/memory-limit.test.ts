import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMemoryRoom } from './memory-limit.js';

const mb = 1024 * 1024;

test.runIf(process.platform === 'linux')('the tightest limit above the process counts, cached files do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sclr-unit-'));
  try {
    const groups = readFileSync('/proc/self/cgroup', 'utf8');
    const legacy = groups.match(/^\d+:memory:(.*)$/m)?.[1];
    const path = legacy ?? groups.match(/^0::(.*)$/m)?.[1] ?? '/';
    const base = join(folder, legacy === undefined ? '' : 'memory');
    const own = join(base, path);
    mkdirSync(own, { recursive: true });
    const [limit, used, cached] =
      legacy === undefined
        ? ['memory.max', 'memory.current', 'inactive_file']
        : ['memory.limit_in_bytes', 'memory.usage_in_bytes', 'total_inactive_file'];
    expect(await readMemoryRoom(process.pid, folder)).toBe(Number.POSITIVE_INFINITY);
    writeFileSync(join(base, limit), String(200 * mb));
    writeFileSync(join(base, used), String(150 * mb));
    writeFileSync(join(base, 'memory.stat'), `${cached} ${30 * mb}\n`);
    expect(await readMemoryRoom(process.pid, folder)).toBe(80 * mb);
    if (own === base || `${own}/` === `${base}/`) return;
    writeFileSync(join(own, limit), String(20 * mb));
    writeFileSync(join(own, used), String(15 * mb));
    expect(await readMemoryRoom(process.pid, folder)).toBe(5 * mb);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
