/** A control panel (React 18, Material UI): tabs, sliders, switches, a select and a table. */
export default {
  get: {
    npm: {
      react: '18.3.1',
      'react-dom': '18.3.1',
      '@mui/material': '5.16.7',
      '@emotion/react': '11.13.3',
      '@emotion/styled': '11.13.0',
    },
  },
  page: '/',
  ready: () => document.querySelectorAll('tbody tr').length === 4,
  drive: async (page) => {
    await page.locator('tbody tr', { hasText: 'Orchids' }).click();
    await page.getByLabel('Misting').click();
  },
};
