/** Jobs of a dockyard (w2ui): a sidebar, a grid with a toolbar, and a form beside it. */
export default {
  get: { npm: { w2ui: '2.0.0' } },
  page: '/',
  ready: () => document.querySelectorAll('#grid tr[recid]').length >= 4,
  drive: async (page) => {
    await page.locator('#grid_jobs_rec_103 td[col="0"]').click();
    await page.locator('#side .w2ui-node', { hasText: 'Slipway' }).click();
  },
};
