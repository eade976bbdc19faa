/** The help desk of a housing association (React 18, PrimeReact, a Zustand store), as one minified bundle. */
export default {
  get: {
    npm: {
      primereact: '10.8.5',
      primeicons: '7.0.0',
      zustand: '4.5.5',
      react: '18.3.1',
      'react-dom': '18.3.1',
      esbuild: '0.28.2',
    },
    files: ['build.mjs', 'helpdesk.jsx'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.p-datatable-tbody tr').length === 5,
  drive: async (page) => {
    await page.locator('.p-datatable-tbody tr', { hasText: 'Lift stands still' }).click();
    await page.getByRole('spinbutton').fill('5');
    await page.getByRole('spinbutton').press('Tab');
    await page.getByLabel('Urgent').click();
    await page.getByLabel('Answer').fill('The fitter comes on Thursday');
    await page.waitForFunction(() => document.querySelector('.letters').textContent.startsWith('28 '));
  },
};
