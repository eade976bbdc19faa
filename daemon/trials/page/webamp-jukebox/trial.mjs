const slide = (page, selector, value) =>
  page.locator(selector).evaluate((input, to) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, to);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);

/** Webamp as it is published (React and Redux, minified): a player with four tracks that is set a little and does not play. */
export default {
  get: { npm: { webamp: '2.3.1' } },
  page: '/',
  ready: () => document.querySelectorAll('#playlist-window .track-cell').length > 0,
  async drive(page) {
    await slide(page, '#volume input', '62');
    await slide(page, '#balance', '-30');
    await page.click('#shuffle');
  },
};
