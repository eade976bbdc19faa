/** SVG-edit, as published: a drawing program, bundled with short names; what is drawn is in the document. */
export default {
  get: { npm: { svgedit: '7.4.1' } },
  page: '/',
  ready: () => document.querySelector('#svgcontent #headline') !== null,
  async drive(page) {
    const box = await page.locator('#headline').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  },
};
