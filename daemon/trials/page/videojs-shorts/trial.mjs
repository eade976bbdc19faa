/** An evening of short films in Video.js (minified): the second of three is up, stands still at 33 seconds and is played faster and softly. */
export default {
  get: { npm: { 'video.js': '8.24.1' } },
  page: '/',
  ready: () => document.querySelector('#now').textContent.startsWith('The Cheese Bell'),
  async drive(page) {
    await page.click('#next');
    await page.waitForFunction(() => Math.round(document.querySelector('video').duration) === 140);
    await page.evaluate(() => {
      document.querySelector('video').currentTime = 33;
    });
    await page.waitForFunction(() => document.querySelector('video').currentTime === 33);
    await page.click('#remember');
  },
};
