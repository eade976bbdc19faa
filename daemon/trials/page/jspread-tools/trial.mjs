/** A spreadsheet in the document (Jspreadsheet), made by a module that leaves no global behind: formulas, hidden columns and other sheets are in its model. */
export default {
  get: { npm: { 'jspreadsheet-ce': '4.15.0' } },
  page: '/',
  ready: () => document.querySelectorAll('#sheet td').length > 20,
};
