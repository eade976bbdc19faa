import { defaultBudget } from '@substrate/core';
import { createJvmProbe } from '@substrate/probe-jvm';

/** Reads the process that it is told of, says so, and stays until it is killed. */
const app = JSON.parse(process.argv[2]);
const soon = () => AbortSignal.timeout(60_000);
const session = await createJvmProbe().attach(app, undefined, soon());
await session.capture({ mode: 'discover', budget: defaultBudget }, soon());
console.log('attached');
setInterval(() => session.capture({ mode: 'poll', budget: defaultBudget }, soon()).catch(() => undefined), 1000);
