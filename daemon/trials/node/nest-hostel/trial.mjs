/** A hostel on NestJS: modules, services that are injected, controllers with decorators. */
export default {
  get: {
    npm: {
      '@nestjs/core': '11.1.6',
      '@nestjs/common': '11.1.6',
      '@nestjs/platform-express': '11.1.6',
      'reflect-metadata': '0.2.2',
      rxjs: '7.8.2',
    },
    files: ['hostel.js', 'rooms.js', 'guests.js'],
  },
  start: ({ program, port }) => ['node', [`${program}/hostel.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the hostel'),
  async drive({ json }) {
    await json('/guests', { name: 'Imke', country: 'Norway', nights: 4 });
    await json('/guests', { name: 'Raul', country: 'Chile', nights: 2 });
    await json('/rooms/attic/guests', { guest: 'Imke' });
    await json('/rooms/cellar/closed', { reason: 'paint is wet' }, 'PUT');
  },
};
