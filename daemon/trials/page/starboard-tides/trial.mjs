/** Starboard Notebook as it is published (Lit, minified), in a page as its own export makes it: five cells, three of which were run when it was opened. */
export default {
  get: { npm: { 'starboard-notebook': '0.15.7' } },
  page: '/',
  ready: () => document.querySelectorAll('starboard-cell').length === 5 && document.querySelector('#notice') !== null,
  drive: (page) => page.waitForFunction(() => globalThis.warning === 'Close the sluice' && globalThis.highest === 3.1),
};
