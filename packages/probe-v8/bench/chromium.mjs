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
