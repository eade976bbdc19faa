/** The flow sheet of a paper mill in an editor made with mxGraph (minified, its users' values are XML): a group was made, a machine was added, renamed and given a keeper, a deletion was undone, and it is zoomed in. */
export default {
  get: { npm: { mxgraph: '4.2.2' } },
  page: '/',
  ready: () => document.querySelectorAll('#sheet svg rect, #sheet svg path').length > 8,
  async drive(page) {
    const label = (text) => page.locator('#sheet svg').getByText(text, { exact: true }).first();
    await label('Vat').click();
    await page.locator('#properties h2', { hasText: 'Vat' }).waitFor();
    await label('Screw press').click({ modifiers: ['Control'] });
    await page.waitForFunction(() => document.querySelector('#properties h2') === null);
    await page.click('#group');
    await label('Wet end').waitFor();
    await page.click('#machine');
    await page.locator('#properties h2', { hasText: 'New machine' }).waitFor();
    await page.fill('#properties [name=keeper]', 'Sunniva Lie');
    await page.keyboard.press('Tab');
    await label('New machine').dblclick();
    await page.locator('.mxCellEditor').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Size kettle');
    await page.keyboard.press('F2');
    await label('Size kettle').waitFor();
    await label('Rag cutter').click();
    await page.locator('#properties h2', { hasText: 'Rag cutter' }).waitFor();
    await page.click('#delete');
    await page.waitForFunction(() => !document.querySelector('#sheet').textContent.includes('Rag cutter'));
    await page.click('#undo');
    await label('Rag cutter').waitFor();
    await page.click('#closer');
    await page.click('#closer');
    await label('Drying loft').click();
    await page.locator('#properties h2', { hasText: 'Drying loft' }).waitFor();
    await page.waitForFunction(() => document.querySelector('#status').textContent === '6 changes since revision 7');
  },
};
