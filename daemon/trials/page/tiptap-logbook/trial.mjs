/** The logbook of a sailing boat (Vue 3, Tiptap), as one minified bundle: what is written is a document of ProseMirror. */
export default {
  get: {
    npm: {
      vue: '3.5.13',
      '@tiptap/vue-3': '2.27.1',
      '@tiptap/core': '2.27.1',
      '@tiptap/pm': '2.27.1',
      '@tiptap/starter-kit': '2.27.1',
      '@tiptap/extension-task-list': '2.27.1',
      '@tiptap/extension-task-item': '2.27.1',
      esbuild: '0.28.2',
    },
    files: ['build.mjs', 'logbook.js', 'voyage.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.entry').length === 3 && document.querySelector('.ProseMirror') !== null,
  drive: async (page) => {
    await page.locator('.entry', { hasText: 'Round the skerries' }).click();
    await page.getByLabel('Wind').selectOption('6');
    await page.locator('.ProseMirror > p').last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' We anchored at dusk.');
    await page.locator('li[data-checked] input').first().click();
    await page.waitForFunction(() => document.getElementById('words').textContent === '19 words');
  },
};
