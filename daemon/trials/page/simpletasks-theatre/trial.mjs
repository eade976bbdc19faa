/** Simple Tasks, an example application of Ext JS 6 as it is published, minified: the tasks of a theatre in lists and a folder, as the browser kept them, one task selected. */
export default {
  get: { npm: { 'extjs-gpl': '6.2.0' } },
  page: '/',
  ready: () => document.querySelectorAll('.x-tree-node-text').length > 2 && document.body.textContent.includes('Refund row G'),
  async drive(page) {
    await page.click('.x-tree-expander-end-plus, .x-tree-elbow-plus');
    await page.click('text=Repaint the drawbridge');
    await page.waitForSelector('.x-grid-item-selected:has-text("Repaint the drawbridge")');
  },
};
