/** A page of a menu in a rich text editor (TinyMCE), which edits in a frame of its own. */
export default {
  get: { npm: { tinymce: '7.9.1' } },
  page: '/',
  ready: () => document.querySelector('.tox-edit-area iframe')?.contentDocument?.body?.textContent.includes('soup') === true,
  drive: async (page) => {
    await page.frameLocator('.tox-edit-area iframe').locator('p').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' with bread');
  },
};
