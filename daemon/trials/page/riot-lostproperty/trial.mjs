/** The lost property office of a railway, made with Riot (components, an observable store, two services), as one minified bundle: a shelf is looked at, a cello is claimed, and a letter was written. */
export default {
  get: {
    npm: { riot: '10.1.6', '@riotjs/compiler': '10.0.4', '@riotjs/observable': '4.1.1', esbuild: '0.28.2' },
    files: [
      'build.mjs',
      'main.js',
      'found.js',
      'store.js',
      'services/fees.js',
      'services/letters.js',
      'components/lost-office.riot',
      'components/shelf-list.riot',
      'components/item-card.riot',
      'components/claim-form.riot',
    ],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.item').length === 5,
  async drive(page) {
    await page.getByRole('button', { name: 'long', exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('.item').length === 2);
    await page.locator('.item button', { hasText: 'umbrella' }).click();
    await page.locator('h2', { hasText: 'umbrella' }).waitFor();
    await page.locator('.item button', { hasText: 'cello' }).click();
    await page.locator('.fee', { hasText: 'Fee 6.00' }).waitFor();
    await page.locator('#more').click();
    await page.locator('#more', { hasText: 'Less' }).waitFor();
    await page.locator('#claim').click();
    await page.fill('[name=claimant]', 'Barnaby Thrale');
    await page.fill('[name=town]', 'Staithby');
    await page.selectOption('[name=send]', 'guard’s van');
    await page.locator('[name=proven]').check();
    await page.locator('#letter').click();
    await page.locator('footer', { hasText: '1 letter written' }).waitFor();
    await page.fill('[name=marks]', 'scratch');
    await page.locator('.problem', { hasText: 'describe it better' }).waitFor();
  },
};
