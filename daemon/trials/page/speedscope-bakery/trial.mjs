/** Speedscope, as published: flame graphs on canvas, minified; the profile is in the program's memory and not in the document. */
export default {
  get: { npm: { speedscope: '1.25.0' } },
  page: '/node_modules/speedscope/dist/release/index.html#profileURL=%2Fbakery.speedscope.json&title=Bakery%20run',
  ready: () => document.querySelectorAll('canvas').length > 0 && /Sandwich/.test(document.body.textContent ?? ''),
};
