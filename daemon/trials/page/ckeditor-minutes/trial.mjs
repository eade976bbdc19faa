/** Minutes in CKEditor 5 (the classic build, as published): headings, a list, a table; one word was typed and the cursor is in a heading. */
export default {
  get: { npm: { '@ckeditor/ckeditor5-build-classic': '44.3.0' } },
  page: '/',
  ready: () => document.querySelectorAll('.ck-content li').length === 3,
  async drive(page) {
    await page.click('.ck-content h2');
    await page.keyboard.press('End');
    await page.keyboard.type(' at noon');
    await page.getByLabel('Chair').fill('Noor Haddad');
    await page.waitForFunction(() => /at noon/.test(document.querySelector('.ck-content h2').textContent));
  },
};
