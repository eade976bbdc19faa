/** A map (OpenLayers) with stations as features of a layer, drawn on canvas. */
export default {
  get: { npm: { ol: '10.4.0' } },
  page: '/',
  ready: () => document.querySelectorAll('#stations li').length === 4,
  drive: (page) => page.locator('#stations li', { hasText: 'Sennen' }).click(),
};
