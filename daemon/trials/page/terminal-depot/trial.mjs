/** The console of a parcel depot (jQuery Terminal) with commands that a person types; the app is a script in the page. */
export default {
  get: { npm: { 'jquery.terminal': '2.46.0', jquery: '3.7.1' } },
  page: '/',
  ready: () => document.querySelector('.terminal .cmd-prompt')?.textContent.includes('depot'),
  drive: async (page) => {
    await page.locator('.terminal').click();
    const enter = async (line, answer) => {
      await page.keyboard.type(line, { delay: 20 });
      await page.keyboard.press('Enter');
      await page.locator('.terminal-output', { hasText: answer }).waitFor();
    };
    await enter('assign P-2207 van-3', /goes\swith\sChidi/);
    await enter('close van-2', /van-2\sis\sclosed/);
    await enter('show P-2210', /Agnes\sHolt,\s12\.4\skg/);
    await page.keyboard.type('note Ramp', { delay: 20 });
  },
};
