/** Skittles in a pub, a game with Matter.js as its physics, bundled and minified: four balls were thrown, the second player aims, and the lamp is out. */
export default {
  get: {
    npm: { 'matter-js': '0.20.0', esbuild: '0.28.2' },
    files: ['build.mjs', 'main.js', 'alley.js', 'match.js', 'painter.js'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => document.querySelector('#said').textContent === 'Hedda begins',
  async drive(page) {
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const said = (text) => page.locator('#said', { hasText: text }).waitFor({ timeout: 60_000 });
    await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', ' ');
    await said('Hedda threw');
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'a', ' ');
    await said('Rasmus threw');
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', ' ');
    await said('Okke threw');
    await press(
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      ' ',
    );
    await said('Hedda threw');
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'd', 'd', 'd', 'ArrowDown', 'l');
  },
};
