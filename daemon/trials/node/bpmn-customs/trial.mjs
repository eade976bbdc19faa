/** A customs office whose parcels are processes of bpmn-engine, bundled and minified: three of them, each at another step. */
export default {
  get: {
    npm: { 'bpmn-engine': '25.0.1', esbuild: '0.28.2' },
    files: ['build.mjs', 'customs.mjs', 'process.mjs'],
    build: 'build.mjs',
  },
  start: ({ program, port }) => ['node', [`${program}/site/customs.mjs`, port()], { cwd: program }],
  ready: ({ until, json }) => until(async () => (await json('/')).name, 'the office'),
  async drive({ json }) {
    await json('/register', { number: 'P-70', sender: 'Lindqvist & Co', worth: 420 });
    await json('/register', { number: 'P-71', sender: 'Amalie Storm', worth: 35 });
    await json('/register', { number: 'P-72', sender: 'Kettle works', worth: 310 });
    await json('/register', { number: 'P-73', sender: 'Bo Falk', worth: 20 });
    await json('/signal', { number: 'P-70', step: 'inspect', note: 'Seal broken' });
    await json('/signal', { number: 'P-71', step: 'inspect' });
    await json('/signal', { number: 'P-72', step: 'inspect' });
    await json('/signal', { number: 'P-72', step: 'tax', note: 'Paid by card' });
    await json('/signal', { number: 'P-72', step: 'release' });
  },
};
