/** The letter of a village in an editor (Lexical, React 18): drafts, a toolbar and a preview, as one minified bundle. */
export default {
  get: {
    npm: {
      lexical: '0.52.0',
      '@lexical/react': '0.52.0',
      '@lexical/rich-text': '0.52.0',
      '@lexical/list': '0.52.0',
      react: '18.3.1',
      'react-dom': '18.3.1',
      esbuild: '0.28.2',
    },
    files: ['build.mjs', 'letter.jsx'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('[contenteditable] p').length >= 2,
  drive: async (page) => {
    await page.locator('[contenteditable] p').last().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('Bring your own cup.');
    await page.getByLabel('Subject').fill('Orchard day on Sunday');
    await page.getByLabel('Urgent').click();
    await page.waitForFunction(() => document.body.textContent.includes('cup.'));
  },
};
