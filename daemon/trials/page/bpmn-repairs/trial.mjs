/** A modeler of processes (bpmn-js) with a panel of properties beside it: a task was selected, renamed and noted about. */
export default {
  get: { npm: { 'bpmn-js': '18.31.1' } },
  page: '/',
  ready: () => document.getElementById('saved').textContent === 'saved',
  async drive(page) {
    await page.locator('[data-element-id=parts] .djs-hit').click();
    await page.getByLabel('Name').fill('Order spare parts');
    await page.getByLabel('Name').blur();
    await page.getByLabel('Notes').fill('Tyres are in the cellar');
    await page.getByLabel('Notes').blur();
  },
};
