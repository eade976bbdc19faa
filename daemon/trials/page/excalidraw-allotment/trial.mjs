/** Excalidraw, as published: a whiteboard, minified, on React; here with the plan of a garden, one bed selected and another tool chosen. */
export default {
  get: { npm: { '@excalidraw/excalidraw': '0.17.6', react: '18.2.0', 'react-dom': '18.2.0' } },
  page: '/',
  ready: () =>
    document.querySelector('.excalidraw canvas.interactive') !== null &&
    document.querySelector('[data-testid="toolbar-rectangle"]') !== null,
  async drive(page) {
    await page.click('.excalidraw canvas.interactive', { position: { x: 700, y: 700 } });
    await page.click('.excalidraw label:has([data-testid="toolbar-diamond"])');
    await page.waitForFunction(() => document.querySelector('[data-testid="toolbar-diamond"]').checked);
  },
};
