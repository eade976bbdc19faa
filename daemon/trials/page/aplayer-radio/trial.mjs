/** A player of music (APlayer, as published) with a list of songs: the second one is chosen and stands at its third second. */
export default {
  get: { npm: { aplayer: '1.10.1' } },
  page: '/',
  ready: () => document.querySelectorAll('.aplayer-list li').length === 4,
  async drive(page) {
    await page.click('.aplayer-list li:nth-child(2)');
    await page.waitForFunction(() => document.querySelector('#position').textContent === '3');
    await page.getByLabel('Dedication').fill('For Aunt Magda');
    await page.click('text=Sleep in an hour');
  },
};
