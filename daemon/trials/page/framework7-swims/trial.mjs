/** A swimmer's app made with Framework7 (minified, with its store and router): one spot is open and was kept, warnings are off, and a new swim is half written in a popup. */
export default {
  get: { npm: { framework7: '9.2.0' } },
  page: '/',
  ready: () => document.querySelectorAll('#view-spots .media-list li').length === 4,
  async drive(page) {
    await page.locator('.tab-link', { hasText: 'Settings' }).click();
    await page.locator('#alerts').click();
    await page.waitForFunction(() => !document.querySelector('#alerts input').checked);
    await page.locator('#coldest .stepper-button-plus').click();
    await page.locator('#coldest .stepper-button-plus').click();
    await page.waitForFunction(() => document.querySelector('#coldest .stepper-value').textContent.trim() === '8');
    await page.locator('.tab-link', { hasText: 'Log' }).click();
    await page.locator('#view-log .swim').nth(2).waitFor();
    await page.locator('.tab-link', { hasText: 'Spots' }).click();
    await page.locator('#view-spots .item-link', { hasText: 'Quarry Bay' }).click();
    await page.locator('#favourite').click();
    await page.locator('#favourite', { hasText: 'Forget' }).waitFor();
    await page.locator('#warmer').click();
    await page.locator('#warmer', { hasText: '9.8 °C' }).waitFor();
    await page.locator('#swim').click();
    await page.locator('#new-swim.modal-in').waitFor();
    await page.fill('#swim-form [name=minutes]', '17');
    await page.fill('#swim-form [name=companion]', 'Ingrid Vale');
    await page.fill('#swim-form [name=note]', 'Fog until ten');
    await page.locator('#swim-form .toggle').click();
    await page.waitForFunction(() => document.querySelector('#swim-form [name=wetsuit]').checked);
  },
};
