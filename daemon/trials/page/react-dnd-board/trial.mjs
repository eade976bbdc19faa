/** A board on React 18 with @hello-pangea/dnd, in builds for production: a reducer and hooks; one card was moved by keyboard. */
export default {
  get: { npm: { react: '18.3.1', 'react-dom': '18.3.1', '@hello-pangea/dnd': '17.0.0', htm: '3.1.1' } },
  page: '/',
  ready: () => document.querySelectorAll('.card').length === 4,
  async drive(page) {
    await page.focus('[data-rfd-drag-handle-draggable-id="violin"]');
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(300);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => document.querySelectorAll('[data-rfd-droppable-id="bench"] .card').length === 2);
    await page.fill('[placeholder="Instrument"]', 'Mandolin');
  },
};
