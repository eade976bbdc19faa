/** The rooms of a rehearsal studio in a calendar (react-big-calendar, React 18), as one minified bundle. */
export default {
  get: {
    npm: { 'react-big-calendar': '1.20.0', 'date-fns': '4.4.0', react: '18.3.1', 'react-dom': '18.3.1', esbuild: '0.28.2' },
    files: ['build.mjs', 'studio.jsx'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.rbc-event').length >= 4,
  drive: async (page) => {
    await page.getByRole('button', { name: 'Week' }).click();
    await page.locator('.rbc-event', { hasText: 'Brass quintet' }).click();
    await page.getByLabel('Paid').click();
    await page.getByLabel('Remark').fill('Needs the timpani');
  },
};
