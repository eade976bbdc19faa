const viewer = '/node_modules/pdfjs-dist-viewer-min/build/minified/web/viewer.html';

/** The viewer of PDF.js as published, minified: a handbook of seven pages, open at the fourth, turned, with its outline at the side and a word looked for. */
export default {
  get: { npm: { 'pdfjs-dist-viewer-min': '3.11.174' } },
  page: `${viewer}?file=/handbook.pdf`,
  ready: () => document.querySelectorAll('#viewer .page').length === 7,
  async drive(page) {
    // It would begin where it was left.
    await page.evaluate(() => localStorage.setItem('pdfjs.preferences', '{"viewOnLoad":1}'));
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('#viewer .page').length === 7);
    await page.waitForSelector('.textLayer span');
    await page.click('#sidebarToggle');
    await page.click('#viewOutline');
    await page.selectOption('#scaleSelect', '0.75');
    await page.click('#secondaryToolbarToggle');
    await page.click('#pageRotateCw');
    await page.click('#cursorHandTool');
    await page.click('#viewFind');
    await page.fill('#findInput', 'reef');
    await page.click('label[for="findHighlightAll"]');
    await page.waitForFunction(() => /of 2/.test(document.querySelector('#findResultsCount').textContent));
    await page.fill('#pageNumber', '4');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => globalThis.PDFViewerApplication?.page === 4 || document.querySelector('#pageNumber').value === '4',
    );
  },
};
