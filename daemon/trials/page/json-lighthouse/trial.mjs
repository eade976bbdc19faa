/** A tree editor of JSON, made with Svelte, as its package has it ready for a page. */
export default {
  get: { npm: { 'vanilla-jsoneditor': '3.13.0' } },
  page: '/',
  ready: () => document.body.textContent.includes('Skagen'),
};
