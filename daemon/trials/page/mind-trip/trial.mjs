/** A mind map (Mind Elixir) of a journey. */
export default {
  get: { npm: { 'mind-elixir': '5.15.1' } },
  page: '/',
  ready: () => document.querySelectorAll('me-tpc').length >= 8,
  drive: (page) => page.locator('me-tpc', { hasText: 'Night train' }).click(),
};
