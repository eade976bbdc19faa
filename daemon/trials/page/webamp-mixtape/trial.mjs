/** Webamp, as published: a music player on React and Redux, minified; nothing of the page holds it by name. */
export default {
  get: { npm: { webamp: '2.3.1' } },
  page: '/',
  ready: () => document.querySelectorAll('#webamp .track-cell, #webamp .playlist-tracks div').length > 3,
};
