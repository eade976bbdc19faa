/** A table with pages, order and a search (simple-datatables): the rows of other pages are in its model alone. */
export default {
  get: { npm: { 'simple-datatables': '10.0.0' } },
  page: '/',
  ready: () => document.querySelectorAll('#parts tbody tr').length === 5,
};
