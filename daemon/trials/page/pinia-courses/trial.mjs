/** Evening courses (Vue 3 with Pinia and Vue Router, in their builds for production): two stores, a page of a course is open, one place is taken. */
export default {
  get: { npm: { vue: '3.5.24', pinia: '2.3.1', 'vue-demi': '0.14.10', 'vue-router': '4.6.3' } },
  page: '/#/courses',
  ready: () => document.querySelector('.course, h2') !== null,
  async drive(page) {
    if ((await page.locator('.course').count()) === 0) await page.click('text=All courses');
    await page.click('text=Bookbinding');
    await page.click('text=Enrol');
    await page.getByLabel('Note to the teacher').fill('I am left-handed');
    await page.waitForSelector('text=10 of 12');
  },
};
