/** A shop (Express) with baskets in sessions that are kept in memory. */
const visit = async (url, path, body, cookie) => {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    body: body && JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...(cookie ? { cookie } : {}) },
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
};
export default {
  get: { npm: { express: '5.1.0', 'express-session': '1.18.2' }, files: ['shop.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/shop.mjs`, port()], { env: { NODE_ENV: 'production' } }],
  ready: ({ until, said }) => until(() => said().includes('shop on'), 'the shop'),
  async drive({ url }) {
    const nils = await visit(url, '/login', { user: 'nils' });
    await visit(url, '/basket', { article: 'kettle', count: 2 }, nils);
    const eva = await visit(url, '/login', { user: 'eva' });
    await visit(url, '/basket', { article: 'lamp', count: 1 }, eva);
    await visit(url, '/orders', {}, eva);
  },
};
