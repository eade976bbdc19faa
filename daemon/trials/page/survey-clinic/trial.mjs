/** A form in pages that a published library makes of a description (SurveyJS): answers are in its model, a hash of properties. */
export default {
  get: { npm: { 'survey-core': '2.5.38', 'survey-js-ui': '2.5.38' } },
  page: '/',
  ready: () => document.querySelector('.sd-question input') !== null,
  async drive(page) {
    await page.getByLabel('Name of the patient').fill('Tomas Vrba');
    await page.getByLabel('Weight').fill('81');
    await page.getByLabel('Weight').blur();
  },
};
