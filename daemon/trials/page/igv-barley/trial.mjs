/** igv.js as it is published and minified, a browser of genomes on canvases: two tracks, a region, somebody who went on to a gene. */
export default {
  get: { npm: { igv: '3.8.10' } },
  page: '/',
  ready: () => document.body.dataset.tracks !== undefined,
  drive: async (page) => {
    await page.locator('input.igv-search-input').fill('chr1H:3,801-5,700');
    await page.locator('input.igv-search-input').press('Enter');
  },
};
