/** A Chromium for a bench, and what pages in it are measured by. */
import CDP from 'chrome-remote-interface';

export { startBrowser } from '../test/browser-process.mjs';

export const soon = () => AbortSignal.timeout(60_000);

export const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** A client of the bench's own on the one page, that tells how long the page's main thread has been at work, in milliseconds. */
export const watchPage = async (port) => {
  const client = await CDP({ port, target: (all) => all.find((target) => target.type === 'page') });
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    client,
    busy: async () =>
      (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000,
    go: async (url) => {
      const loaded = new Promise((resolve) => client.once('Page.loadEventFired', resolve));
      await client.send('Page.enable');
      await client.send('Page.navigate', { url });
      await loaded;
    },
  };
};

/** The events of the main threads of pages while something was done, from the browser's trace. `tdur` is processor time of the thread, in microseconds. */
export const traceOf = async (client, categories, work) => {
  const events = [];
  const gather = ({ value }) => events.push(...value);
  client.on('Tracing.dataCollected', gather);
  await client.send('Tracing.start', { traceConfig: { includedCategories: categories }, transferMode: 'ReportEvents' });
  await work();
  const over = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  await client.send('Tracing.end');
  await over;
  client.off('Tracing.dataCollected', gather);
  const threadOf = ({ pid, tid }) => `${pid}:${tid}`;
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  if (named.length === 0) throw new Error('The trace has no main thread.');
  const threads = new Set(named.map(threadOf));
  return events.filter((event) => event.dur > 0 && threads.has(threadOf(event)));
};

/** Calls of the protocol that a page's main thread carried out, to be told apart from what the page does by itself. */
export const carriedOut = 'DevToolsSession::DispatchProtocolCommandImpl';

/** The clock of traces. */
export const traceClock = () => Number(process.hrtime.bigint() / 1000n);
