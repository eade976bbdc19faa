/** Blockly, as published: an editor of programs made of blocks, minified; here the watering of a greenhouse, with one text changed by hand. */
export default {
  get: { npm: { blockly: '13.3.0' } },
  page: '/',
  ready: () => document.querySelectorAll('.blocklyBlockCanvas .blocklyDraggable').length >= 6,
  async drive(page) {
    await page.locator('.blocklyBlockCanvas .blocklyText', { hasText: /watered/ }).click();
    await page.locator('.blocklyHtmlInput').fill('Tomatoes and peppers are watered');
    await page.keyboard.press('Enter');
    await page.locator('.blocklyBlockCanvas .blocklyText', { hasText: /peppers/ }).waitFor();
  },
};
