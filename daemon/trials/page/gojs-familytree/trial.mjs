/** A family tree of ponies, drawn and kept by GoJS (minified): five ponies, one is chosen, one was moved. */
export default {
  get: { npm: { gojs: '4.0.3' } },
  page: '/',
  ready: () => document.querySelector('#chosen').textContent === 'Bramble, born 2011',
  async drive(page) {
    await page.fill('[name=foal]', 'Pip');
    await page.fill('[name=mother]', 'Thistle');
  },
};
