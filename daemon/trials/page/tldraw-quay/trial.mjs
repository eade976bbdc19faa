/** A plan that is drawn with tldraw (React, signals in a store of records), as one minified bundle. */
export default {
  get: {
    npm: { tldraw: '3.15.5', '@tldraw/assets': '3.15.5', react: '18.3.1', 'react-dom': '18.3.1', esbuild: '0.28.2' },
    files: ['build.mjs', 'quay.jsx'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.tl-shape').length >= 4,
  drive: async (page) => {
    await page.getByTestId('tools.rectangle').click();
    await page.mouse.move(700, 480);
    await page.mouse.down();
    await page.mouse.move(860, 580, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Fuel store');
    await page.keyboard.press('Escape');
    await page.getByTestId('style.color.red').click();
    await page.waitForFunction(() => document.querySelectorAll('.tl-shape').length === 5);
  },
};
