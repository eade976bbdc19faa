/** A text adventure in a terminal of a page (xterm.js): a person typed, the terminal has what was said, the game is in a closure. */
export default {
  get: { npm: { '@xterm/xterm': '5.5.0' } },
  page: '/',
  ready: () => /You stand/.test(document.querySelector('.xterm-rows')?.textContent ?? ''),
  async drive(page) {
    await page.click('.xterm');
    for (const line of ['take lantern', 'go east', 'take rope', 'light lantern']) {
      await page.keyboard.type(line, { delay: 5 });
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('go nor');
    await page.waitForFunction(() => /go nor/.test(document.querySelector('.xterm-rows').textContent));
  },
};
