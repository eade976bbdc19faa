/** The box office of a cinema (hapi, Joi): a plugin over a class with private fields; two screenings, three tickets, one of the screenings sold out. */
export default {
  get: { npm: { '@hapi/hapi': '21.4.10', '@hapi/boom': '10.0.1', joi: '17.13.3' }, files: ['server.js', 'box-office.js'] },
  start: ({ program, port }) => ['node', [`${program}/server.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('open at'), 'the server'),
  async drive({ json }) {
    await json('/screenings', { code: 'fri-late', film: 'The Salt Road', starts: '22:15', seats: 60 });
    await json('/screenings', { code: 'sun-tea', film: 'Uncle Pelican', starts: '15:00', seats: 4 });
    await json('/screenings/fri-late/tickets', { buyer: 'Marlow', count: 2 });
    await json('/screenings/sun-tea/tickets', { buyer: 'Priya', count: 4 });
    await json('/screenings/fri-late/tickets', { buyer: 'Gustav', count: 5 });
    await json('/bar/open', {}, 'PUT');
  },
};
