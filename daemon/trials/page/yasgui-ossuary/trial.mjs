/** Yasgui as published: an editor that asks graphs of data, with two questions in tabs of their own; the first was asked and answered. */
export default {
  get: { npm: { '@triply/yasgui': '4.2.28' } },
  page: '/',
  ready: () => document.querySelector('.yasgui .CodeMirror, #yasgui .CodeMirror') !== null,
  async drive(page) {
    const ask = async (text) => {
      await page.locator('.tabPanel.active .CodeMirror').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    };
    const rename = async (name) => {
      await page.locator('.yasgui .tab.active a').dblclick();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    };
    await ask('SELECT ?bone ?person ?shelf ?found WHERE { ?bone a <urn:relic> } LIMIT 40');
    await rename('Relics by shelf');
    await page.locator('.tabPanel.active .yasqe_queryButton').click();
    await page.waitForFunction(() => document.querySelector('.tabPanel.active .yasr').textContent.includes('Prior Anselm'));
    await page.locator('.yasgui .addTab').click();
    await ask('ASK { <urn:chapel> <urn:locked> true }');
    await rename('Is the chapel locked');
  },
};
