import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AppProcess, defaultBudget, type Probe, type RawCapture } from '@substrate/core';
import { createDetector } from '../../detector/src/index.js';
import { createClrProbe } from '../../probe-clr/src/index.js';
import { createJvmProbe } from '../../probe-jvm/src/index.js';
import { createV8Probe } from '../../probe-v8/src/index.js';

const goldens = fileURLToPath(new URL('../test/golden/', import.meta.url));

const findApp = async (pid: number): Promise<AppProcess> => {
  await using detector = createDetector({ include: ['*'] }); // names even tools, such as a compiler
  for (let i = 0; i < 5; i++) {
    await detector.scan();
    const app = detector.apps.get(pid);
    if (app) return app;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  throw new Error(`Process ${pid} is no application that a probe is for.`);
};

const probeFor = (app: AppProcess): Probe => {
  if (app.runtime === 'v8') return createV8Probe();
  if (app.runtime === 'jvm') return createJvmProbe();
  return createClrProbe();
};

/** Attaches, discovers to the end, polls once, leaves; the file that was written. */
export const record = async (pid: number, name: string, folder = goldens): Promise<string> => {
  const app = await findApp(pid);
  const signal = AbortSignal.timeout(120_000);
  await using session = await probeFor(app).attach(app, undefined, signal);
  let capture: RawCapture = await session.capture({ mode: 'discover', budget: defaultBudget }, signal);
  for (let i = 0; i < 10 && capture.moreRoutes; i++)
    capture = await session.capture({ mode: 'discover', budget: defaultBudget }, signal);
  const known = capture.known;
  capture = await session.capture({ mode: 'poll', budget: defaultBudget }, signal);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.capture.json`);
  await writeFile(file, `${JSON.stringify({ ...capture, ...(known && { known }) })}\n`);
  return file;
};
