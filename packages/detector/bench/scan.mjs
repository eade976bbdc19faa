import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDetector } from '../dist/index.js';

/** CPU of one scan with a thousand real processes on the machine, and what a detector at its interval takes of a core. */
const count = Number(process.argv[2] ?? 1000);
const rounds = 40;
const children = [];

try {
  for (let at = 0; at < count; at++) children.push(spawn('sleep', ['600'], { stdio: 'ignore' }));
  await sleep(8000);
  const detector = createDetector({ self: process.pid });
  const cpu = async (work) => {
    const before = process.cpuUsage();
    await work();
    const used = process.cpuUsage(before);
    return (used.user + used.system) / 1000;
  };
  const first = await cpu(() => detector.scan());
  const costs = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(50);
    costs.push(await cpu(() => detector.scan()));
  }
  costs.sort((a, b) => a - b);
  const median = costs[rounds / 2];
  console.log(
    JSON.stringify({
      processes: count,
      first_scan_cpu_ms: Number(first.toFixed(2)),
      scan_cpu_ms_median: Number(median.toFixed(2)),
      scan_cpu_ms_worst: Number(costs.at(-1).toFixed(2)),
      share_of_a_core_at_500_ms: Number((median / 500).toFixed(4)),
      below_10_ms: median < 10,
    }),
  );
} finally {
  for (const child of children) child.kill('SIGKILL');
}
