/** A board of cards (jKanban): cards are in the document, the script keeps more about them than is shown. */
export default {
  get: { npm: { jkanban: '1.3.1' } },
  page: '/',
  ready: () => document.querySelectorAll('.kanban-item').length === 5,
  drive: (page) => page.locator('.kanban-item').nth(1).click(),
};
