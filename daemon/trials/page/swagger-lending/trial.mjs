/** The manual of an interface (Swagger UI, React and Redux, minified): everything is the library's, the page gives a description alone. */
export default {
  get: { npm: { 'swagger-ui-dist': '5.34.1' } },
  page: '/',
  ready: () => document.querySelectorAll('.opblock').length === 4,
  drive: (page) => page.click('.opblock-get .opblock-summary-control'),
};
