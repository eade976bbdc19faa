/** Altair, as published: a GraphQL client, a large minified application on Angular and NgRx. */
export default {
  get: { npm: { 'altair-static': '8.5.9' } },
  page: '/',
  ready: () => document.querySelector('app-window, .app-window') !== null,
};
