/** A book of notes around Milkdown's Crepe (ProseMirror and Vue within) with its notes in a proxy of Valtio, as one minified bundle. */
export default {
  get: {
    npm: { '@milkdown/crepe': '7.22.1', valtio: '2.1.2', esbuild: '0.28.2' },
    files: ['build.mjs', 'fieldnotes.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.body.dataset.shown === 'bog' && document.querySelector('.ProseMirror h1') !== null,
  drive: async (page) => {
    await page.locator('.ProseMirror p', { hasText: 'Twelve cranes' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Fog until eight.');
    await page.locator('#tag').fill('cranes');
    await page.waitForFunction(() => document.getElementById('words').textContent.startsWith('23'));
    await page.locator('#save').click();
  },
};
