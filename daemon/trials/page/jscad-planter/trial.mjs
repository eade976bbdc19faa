/** JSCAD as it is published (nanohtml and streams, WebGL, a worker that computes): the design of a planter, changed a little. `remote.pl` is what its server answers to who asks for a design. */
export default {
  get: { npm: { '@jscad/web': '2.6.13' } },
  page: '/',
  ready: () =>
    document.querySelector('#params [caption="Engraving"]') !== null && !document.body.textContent.includes('please wait'),
  async drive(page) {
    await page.fill('#params [caption="Drain holes"]', '7');
    await page.click('#updateDesignFromParams', { force: true });
    await page.waitForFunction(() => localStorage.getItem('jscad:planters-design')?.includes('"holes":7'));
    await page.waitForFunction(() => !document.body.textContent.includes('please wait'));
    await page.selectOption('#exportFormats', 'obj');
    await page.setChecked('#toggleAxes', false, { force: true });
    await page.waitForFunction(() => !document.querySelector('#toggleAxes').checked);
  },
};
