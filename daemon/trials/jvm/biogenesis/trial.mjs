/** Biogenesis: a world of creatures, in Swing. */
export default {
  get: { debian: ['biogenesis'] },
  display: true,
  start: ({ jars, work }) => [
    'java',
    ['-Xmx160m', `-Duser.home=${work}`, '-jar', jars.find((jar) => /biogenesis[^/]*\.jar$/.test(jar))],
  ],
};
