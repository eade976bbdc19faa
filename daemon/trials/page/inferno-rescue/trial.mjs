/** The page of a mountain rescue station (Inferno, class components), as one minified bundle; a mission was reported and somebody was sent. */
export default {
  get: {
    npm: { inferno: '9.1.0', 'inferno-create-element': '9.1.0', esbuild: '0.28.2' },
    files: ['build.mjs', 'rescue.jsx', 'station.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelectorAll('.mission').length === 2 && document.querySelectorAll('.rescuer').length === 3,
  drive: async (page) => {
    await page.getByLabel('Beppo Reiter').click();
    await page.getByLabel('Place').fill('Chapel ridge');
    await page.getByLabel('What happened').fill('Paraglider in a tree');
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByText('Chapel ridge').waitFor();
    await page.getByText('Eagle gully').click();
    await page.getByRole('button', { name: 'Send Minh Tran' }).click();
    await page.getByLabel('Place').fill('Upper hut');
    await page.waitForFunction(() => document.querySelectorAll('.crew li').length === 2);
  },
};
