/** Biogenesis: a world of creatures, in Swing. */
export default {
  get: { debian: ['biogenesis'] },
  display: true,
  // Each start makes another world.
  restart: false,
  start: ({ jars, work }) => [
    'java',
    ['-Xmx160m', `-Duser.home=${work}`, '-jar', jars.find((jar) => /biogenesis[^/]*\.jar$/.test(jar))],
  ],
};
