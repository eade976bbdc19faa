/** A tune book for fiddlers on abcjs, not minified: notation that is typed, drawn and transposed, and a set for Friday. */
export default {
  get: { npm: { abcjs: '6.7.2' } },
  page: '/',
  ready: () => document.querySelector('#paper svg') !== null && document.querySelectorAll('#tunes li').length === 3,
  drive: async (page) => {
    await page.getByRole('button', { name: "Add to Friday's set" }).click();
    await page.getByText('Rain on the Slates').first().click();
    await page.getByLabel('Notation').press('Control+End');
    await page.keyboard.type('W:Hear it drum upon the slates');
    await page.getByLabel('Transpose').fill('-2');
    await page.getByLabel('Transpose').blur();
    await page.getByLabel('Tempo').fill('144');
    await page.getByRole('button', { name: "Add to Friday's set" }).click();
    await page.waitForFunction(
      () =>
        /Hear it drum/.test(document.getElementById('paper').textContent) && document.querySelectorAll('#set li').length === 2,
    );
  },
};
