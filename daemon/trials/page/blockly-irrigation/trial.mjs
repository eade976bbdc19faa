/** Blockly, as published: an editor of programs made of blocks, minified; here the watering of a greenhouse, with one block renamed by hand. */
export default {
  get: { npm: { blockly: '13.3.0' } },
  page: '/',
  ready: () => document.querySelectorAll('.blocklyBlockCanvas .blocklyDraggable').length >= 6,
  async drive(page) {
    await page.locator('.blocklyBlockCanvas .blocklyDraggable').first().click({ position: { x: 12, y: 12 } });
  },
};
