/** A form with a calendar (flatpickr) and a list of choices (Choices.js), half filled in. */
export default {
  get: { npm: { flatpickr: '4.6.13', 'choices.js': '11.1.0' } },
  page: '/',
  ready: () => document.querySelector('.choices') !== null,
  async drive(page) {
    await page.fill('#guest', 'Ada Byron');
    await page.fill('#email', 'ada@example.org');
    await page.evaluate(() => document.querySelector('#arrival')._flatpickr.setDate('2027-03-14', true));
    await page.check('input[value=double]');
    await page.fill('#nights', '4');
    await page.fill('#wishes', 'A quiet room, please');
    await page.click('.choices');
    await page.click('.choices__list--dropdown [data-value=sauna]');
    await page.keyboard.press('Escape');
  },
};
