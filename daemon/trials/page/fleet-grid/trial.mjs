/** A table that is drawn on a canvas (canvas-datagrid), made in a closure; a panel beside it tells about the chosen row. */
export default {
  get: { npm: { 'canvas-datagrid': '0.26.0' } },
  page: '/',
  ready: () => document.querySelector('canvas-datagrid') !== null,
  drive: (page) => page.fill('#driver', 'Lea Brandt'),
};
