const oven = '/alder-oven';
const scale = '/counter-scale';

/** A servient of node-wot, which serves what things can do on the Web of Things: the oven and the scale of a smokehouse. */
export default {
  get: { npm: { '@node-wot/core': '0.9.2', '@node-wot/binding-http': '0.9.2' }, files: ['things.js'] },
  start: ({ program, port }) => ['node', [`${program}/things.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('the smokehouse is open'), 'the smokehouse'),
  async drive({ json }) {
    await json(`${oven}/properties/temperature`, 86.5, 'PUT');
    await json(`${oven}/properties/vent`, 'half', 'PUT');
    for (const what of ['eel', 'char', 'mackerel']) await json(`${oven}/actions/hang`, what);
    await json(`${scale}/properties/pricePerKilo`, 41.2, 'PUT');
    await json(`${scale}/properties/customer`, 'Aud Hegg', 'PUT');
    await json(`${scale}/actions/weigh`, 730);
  },
};
