/** Minutes of a meeting in a block editor (Editor.js) that only a closure holds. */
export default {
  get: { npm: { '@editorjs/editorjs': '2.31.7', '@editorjs/header': '2.8.9', '@editorjs/list': '2.0.9' } },
  page: '/',
  ready: () => document.querySelectorAll('.ce-block').length >= 5,
  drive: async (page) => {
    await page.locator('#show').click();
    await page.locator('#present').check();
  },
};
