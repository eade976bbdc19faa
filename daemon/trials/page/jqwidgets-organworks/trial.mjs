/** The office of an organ works made with jQWidgets (all of it, minified): a grid of orders that is sorted, filtered and edited, a tree of benches, and an order half taken in another tab. */
export default {
  get: { npm: { 'jqwidgets-scripts': '27.0.1' } },
  page: '/',
  ready: () => document.querySelector('#orders')?.textContent.includes('Abbey of Tro') === true,
  async drive(page) {
    const cell = (text) => page.locator('#orders .jqx-grid-cell', { hasText: text }).first();
    const has = (look) => page.waitForFunction(look);
    await page.locator('#orders .jqx-grid-column-header', { hasText: 'Price' }).click();
    await has(() => document.querySelector('#row0orders').textContent.includes('Chapel of Ease'));
    await page.getByRole('textbox', { name: 'Town Filter' }).pressSequentially('Brekke');
    await has(() => !document.querySelector('#orders').textContent.includes('Chapel of Ease'));
    await page.waitForTimeout(500);
    await cell('1380').dblclick();
    const editor = page.locator('#orders input.jqx-grid-cell-edit').first();
    await editor.fill('1412');
    await editor.press('Enter');
    await cell('1412').waitFor();
    await cell('All Saints').click();
    await page.locator('#tabs .jqx-tabs-title', { hasText: 'Workshop' }).click();
    await page.locator('#benches .jqx-tree-item', { hasText: 'Pipe metal' }).click();
    await has(() => document.querySelector('#bench').textContent === 'Pipe metal: Henny Aas');
    await page.locator('#tabs .jqx-tabs-title', { hasText: 'New order' }).click();
    await page.locator('#church').waitFor();
    await page.fill('#church', 'Our Lady of the Skerries');
    await page.fill('#town', 'Utvaer');
    await page.locator('#pedals').click();
    await has(() => document.querySelector('#pedals').getAttribute('aria-checked') === 'true');
  },
};
