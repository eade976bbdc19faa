/** The roasting plan of a coffee roastery (React 18, Mantine, MobX classes), as one minified bundle. */
export default {
  get: {
    npm: {
      '@mantine/core': '7.13.5',
      '@mantine/hooks': '7.13.5',
      mobx: '6.13.5',
      'mobx-react-lite': '4.0.7',
      react: '18.3.1',
      'react-dom': '18.3.1',
      esbuild: '0.28.2',
    },
    files: ['build.mjs', 'roastery.jsx', 'plan.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.batch').length === 4,
  drive: async (page) => {
    await page.locator('.batch', { hasText: 'Lake Kivu' }).getByText('Edit').click();
    await page.getByLabel('Drop temperature').fill('207');
    await page.getByText('Decaf', { exact: true }).click();
    await page.getByLabel('Tasting note').fill('Plum and toffee');
    await page.getByRole('button', { name: 'Start the roaster' }).click();
    await page.waitForFunction(() => document.querySelector('.state').textContent === 'heating');
  },
};
