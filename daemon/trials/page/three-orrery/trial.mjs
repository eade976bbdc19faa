/** An orrery for a school: three.js on a canvas, a panel of lil-gui, atoms of Jotai without React, as one minified bundle. */
export default {
  get: {
    npm: { three: '0.170.0', jotai: '2.10.3', 'lil-gui': '0.20.0', esbuild: '0.28.2' },
    files: ['build.mjs', 'orrery.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.getElementById('day').textContent === 'Day 0',
  drive: async (page) => {
    for (let times = 0; times < 12; times++) await page.locator('#forward').click();
    await page.locator('.option select').selectOption('Mars');
    await page.locator('.controller', { hasText: 'Tilt' }).locator('input').first().fill('52');
    await page.locator('.controller', { hasText: 'Tilt' }).locator('input').first().press('Enter');
    await page.locator('.controller', { hasText: 'Show orbits' }).locator('input').click();
    await page.locator('#note').fill('Dust storm in the south');
    await page.locator('#pin').click();
    await page.locator('.option select').selectOption('Venus');
    await page.locator('#note').fill('Bright before sunrise');
    await page.locator('#pin').click();
    await page.waitForFunction(() => document.querySelectorAll('#notes li').length === 2);
  },
};
