/** A timetable of ferries in SlickGrid, with its DataView: sorted, one row selected, one cell edited. */
export default {
  get: { npm: { slickgrid: '5.20.2', sortablejs: '1.15.6' } },
  page: '/',
  ready: () => document.querySelectorAll('.slick-row').length >= 6,
  async drive(page) {
    await page.locator('.slick-header-column', { hasText: 'Leaves' }).click();
    const cell = page.locator('.slick-row', { hasText: 'Grey Heron' }).locator('.slick-cell.l0');
    await cell.click();
    await page.fill('#search', 'n');
    await page.waitForFunction(() => document.querySelectorAll('.slick-row').length === 4);
  },
};
