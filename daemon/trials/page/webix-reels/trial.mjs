/** The shelves of a film archive (Webix): a tree of folders, a grid of what is in them, a form beside it; the app is a minified bundle. */
export default {
  get: { npm: { webix: '11.4.0', esbuild: '0.28.2' }, files: ['build.mjs', 'reels.js'], build: 'build.mjs' },
  page: '/',
  ready: () => document.body.textContent.includes('Nightboat'),
  drive: async (page) => {
    await page.locator('.webix_tree_item', { hasText: 'Nitrate' }).click();
    await page.locator('.webix_cell', { hasText: 'The Salt Road' }).click();
    await page.getByLabel('Keeper').fill('Joanna');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.webix_cell', { hasText: 'Kitefield' }).click();
    await page.waitForFunction(() => document.body.textContent.includes('Saved The Salt Road'));
  },
};
