/** A chat (vue-advanced-chat, as published: Vue inside of a custom element): rooms, messages, a message that is being written. */
export default {
  get: { npm: { 'vue-advanced-chat': '2.1.0' } },
  page: '/',
  ready: () => document.querySelector('vue-advanced-chat')?.shadowRoot?.querySelectorAll('.vac-message-wrapper').length >= 3,
  async drive(page) {
    await page.locator('.vac-textarea').fill('I will bring the long rope');
    await page.waitForSelector('text=Is anybody at the slip?');
  },
};
