/** Services in a container of a library (Inversify, as published) that a function alone knows, behind a plain server. */
export default {
  get: { npm: { inversify: '8.2.3', 'reflect-metadata': '0.2.2' }, files: ['surgery.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/surgery.mjs`], { env: { PORT: String(port()) } }],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the surgery'),
  async drive({ json }) {
    await json('/patients', { name: 'Biscuit', animal: 'beagle' });
    await json('/patients', { name: 'Tofu', animal: 'rabbit' });
    await json('/appointments', { number: 42, time: '10:15', reason: 'teeth' });
    await json('/doses', { drug: 'meloxicam', doses: 6 });
  },
};
