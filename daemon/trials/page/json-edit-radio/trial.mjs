/** The documents of a radio station in an editor for JSON (json-edit-react, React 18), as one minified bundle. */
export default {
  get: {
    npm: { 'json-edit-react': '1.30.2', react: '18.3.1', 'react-dom': '18.3.1', esbuild: '0.28.2' },
    files: ['build.mjs', 'radio.jsx'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.body.textContent.includes('Deep crates'),
  drive: async (page) => {
    const minutes = page.locator('.jer-value-number', { hasText: /^90$/ });
    await minutes.dblclick();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('105');
    await page.keyboard.press('Enter');
    await page.getByLabel('Remark').fill('Longer on Fridays');
    await page.waitForFunction(() => document.body.textContent.includes('shows / 1 / minutes'));
  },
};
