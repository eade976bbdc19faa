/** The queue of a photo laboratory (Vue, Naive UI, a machine of XState), built by Vite, minified. */
export default {
  get: {
    npm: {
      'naive-ui': '2.40.1',
      vue: '3.5.13',
      xstate: '5.33.3',
      '@xstate/vue': '4.0.2',
      vite: '5.4.11',
      '@vitejs/plugin-vue': '5.2.1',
    },
    files: ['build.mjs', 'darkroom.html', 'main.js', 'enlarger.js', 'App.vue'],
    build: 'build.mjs',
  },
  page: '/darkroom.html',
  ready: () => document.querySelectorAll('tbody tr').length === 3,
  drive: async (page) => {
    const press = (name) => page.getByRole('button', { name, exact: true }).click();
    await press('Load next job');
    await press('Expose');
    await press('Develop');
    await page.getByPlaceholder('Customer').fill('Rosa Weil');
    await page.getByPlaceholder('Copies').fill('6');
    await page.getByPlaceholder('Copies').press('Enter');
    await page.getByText('Urgent').click();
    await press('Order');
    await press('Load next job');
    await press('Expose');
    await page.getByText('amber').click();
    await page.waitForFunction(() => document.querySelector('.state').textContent.trim() === 'exposed');
  },
};
