/** The console of a harbour's cranes (React, Cloudscape, Effector), as one minified bundle. */
export default {
  get: {
    npm: {
      '@cloudscape-design/components': '3.0.1383',
      '@cloudscape-design/global-styles': '1.0.50',
      effector: '23.3.0',
      'effector-react': '23.3.0',
      react: '18.3.1',
      'react-dom': '18.3.1',
      esbuild: '0.28.2',
    },
    files: ['build.mjs', 'cranes.jsx', 'model.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('tbody tr').length === 5,
  drive: async (page) => {
    await page.getByRole('button', { name: 'Acknowledge' }).first().click();
    await page.getByTitle('Choose CR-21').click();
    await page.getByLabel('Operator').fill('Sunniva Dahl');
    await page.getByLabel('Limit (t)').fill('58');
    await page.getByRole('button', { name: 'Pause crane' }).click();
    await page.getByText('evening', { exact: true }).click();
    await page.getByPlaceholder('Find cranes').fill('pier');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
  },
};
