/** The pantry of a shared kitchen (Ionic's components, which Stencil compiled, and Nanostores; no framework), as one minified bundle. */
export default {
  get: {
    npm: { '@ionic/core': '8.4.1', nanostores: '0.11.3', esbuild: '0.28.2' },
    files: ['build.mjs', 'pantry.js', 'store.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () =>
    document.querySelectorAll('ion-item.good.hydrated, ion-item.good').length === 5 &&
    customElements.get('ion-range') !== undefined,
  drive: async (page) => {
    await page.locator('ion-segment-button', { hasText: 'Cellar' }).click();
    await page.locator('ion-item.good', { hasText: 'Quince jelly' }).click();
    await page.locator('#more').click();
    await page.locator('#more').click();
    await page.locator('ion-toggle#alerts').click();
    await page.locator('ion-input#note input').fill('Give two to Farah');
    await page.waitForFunction(() => document.getElementById('amount').textContent === '9 jars');
  },
};
