/** An application form for a stall on a market, being built (form-js, its editor as published); the app is a script in the page. */
export default {
  get: { npm: { '@bpmn-io/form-js': '1.23.0' } },
  page: '/',
  ready: () => document.querySelectorAll('#editor .fjs-form-field').length >= 7,
  drive: async (page) => {
    await page.locator('#editor .fjs-form-field-number', { hasText: 'Metres of front' }).click();
    await page.locator('.bio-properties-panel-group-header-title', { hasText: 'General' }).click();
    await page.getByText('Saved at revision 3').waitFor();
    await page.getByLabel('Office').fill('Market office, Linden Square');
    await page.getByLabel('Office').blur();
  },
};
