/** A builder of forms (Form.io, as published): the form of a library is being made, one field was added by code as a person's click would. */
export default {
  get: { npm: { formiojs: '4.21.7' } },
  page: '/',
  ready: () => document.querySelectorAll('#builder .builder-component').length >= 5,
  async drive(page) {
    await page.getByLabel('Name of the form').fill('Membership 2027');
    await page.click('text=Add a field for the phone');
    await page.waitForSelector('#fields:has-text("6")');
  },
};
