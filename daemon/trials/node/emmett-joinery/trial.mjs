/** An event-sourced program on Emmett with the events in memory, as a developer writes one: the orders of a joinery, a board and a cutting list made of their events. */
export default {
  get: {
    npm: { '@event-driven-io/emmett': '0.42.0', express: '4.21.2' },
    files: ['joinery.mjs', 'order.mjs', 'cutlist.mjs'],
  },
  start: ({ program, port }) => ['node', [`${program}/joinery.mjs`], { env: { PORT: String(port()) } }],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the joinery'),
  async drive({ json }) {
    const order = (customer, item, timber, pieces, due) => ({ customer, item, timber, pieces, due });
    await json('/orders/2041', order('Parish of St. Olaf', 'Choir stall', 'oak', 6, '2027-02-12'));
    await json('/orders/2042', order('Henrike Saal', 'Kitchen table', 'ash', 1, '2026-12-18'));
    await json('/orders/2043', order('Hotel Sonne', 'Window frame', 'oak', 14, '2027-01-29'));
    await json('/orders/2041/work', { joiner: 'Tibor Kiss' });
    await json('/orders/2041/pieces', { by: 'Tibor Kiss' });
    await json('/orders/2041/pieces', { by: 'Ada Winter' });
    await json('/orders/2042/work', { joiner: 'Ada Winter' });
    await json('/orders/2042/pieces', { by: 'Ada Winter' });
    await json('/orders/2042/delivery', { to: 'Lindenweg 4' });
    await json('/orders/2043/due', { due: '2027-03-05', reason: 'The timber is still wet' }, 'PUT');
    const cards = await json('/board');
    if (cards.map(({ status }) => status).join() !== 'in work,delivered,waiting') throw new Error(JSON.stringify(cards));
    const [oak] = await json('/cutlist');
    if (oak.pieces !== 20) throw new Error(JSON.stringify(oak));
  },
};
