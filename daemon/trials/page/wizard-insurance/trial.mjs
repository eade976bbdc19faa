/** A form in three steps (jQuery, jQuery Validation): what was entered is in the fields and in variables of the script, the summary in a list of terms. */
export default {
  get: { npm: { jquery: '3.7.1', 'jquery-validation': '1.21.0' } },
  page: '/',
  ready: () => document.querySelector('#step1 button') !== null,
  async drive(page) {
    await page.fill('#holder', 'Ingrid Bakke');
    await page.fill('#birth', '1986-02-11');
    await page.selectOption('#country', 'no');
    await page.click('#step1 button.next');
    await page.fill('#plate', 'EK 12345');
    await page.check('input[name=use][value=work]');
    await page.fill('#km', '18000');
    await page.check('#garage');
    await page.click('#step2 button.next');
  },
};
