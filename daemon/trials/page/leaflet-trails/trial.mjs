/** A map (Leaflet) with markers and a way; no tiles, nothing is fetched. */
export default {
  get: { npm: { leaflet: '1.9.4' } },
  page: '/',
  ready: () => document.querySelectorAll('.leaflet-marker-icon').length === 3,
  drive: (page) => page.locator('.leaflet-marker-icon').nth(1).click({ force: true }),
};
