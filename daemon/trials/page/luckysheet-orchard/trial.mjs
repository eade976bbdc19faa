/** Luckysheet, as published: a spreadsheet on canvas, minified; here with the harvest of an orchard on two sheets. */
export default {
  get: { npm: { luckysheet: '2.1.13' } },
  page: '/',
  ready: () =>
    document.querySelector('#luckysheetTableContent') !== null &&
    document.querySelectorAll('.luckysheet-sheets-item').length >= 2,
};
