/**
 * A daemon in little: reads the process that it is told of again and again, each time attached anew, and says so line by line. With the last reading it
 * stays as it is until it is killed.
 *
 *   node attack/guest.mjs PID RUNTIME TIMES FOLDER
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultBudget } from '@substrate/core';
import { createDetector } from '@substrate/detector';
import { createClrProbe } from '@substrate/probe-clr';
import { createJvmProbe } from '@substrate/probe-jvm';
import { createV8Probe } from '@substrate/probe-v8';

const [pid, runtime, times, folder] = process.argv.slice(2);
const probe = { node: createV8Probe, jvm: createJvmProbe, clr: createClrProbe }[runtime]();
const soon = () => AbortSignal.timeout(60_000);

const detector = createDetector({ include: [folder] });
for (; !detector.apps.has(Number(pid)); await sleep(20)) await detector.scan();
const app = detector.apps.get(Number(pid));
await detector[Symbol.asyncDispose]();

/** As a daemon would: what may work later is tried again. */
const attach = async () => {
  for (;;) {
    try {
      return await probe.attach(app, undefined, soon());
    } catch (error) {
      if (error.refusal?.retry !== true) throw error;
      await sleep(50);
    }
  }
};
for (let time = 1; ; time++) {
  const session = await attach();
  const { roots } = await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
  await session.capture({ mode: 'poll', budget: defaultBudget }, soon());
  console.log(roots.length);
  if (time >= Number(times)) break;
  await session[Symbol.asyncDispose]();
}
setInterval(() => {}, 60_000);
