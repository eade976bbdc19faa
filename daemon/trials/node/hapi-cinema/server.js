const Hapi = require('@hapi/hapi');
const Boom = require('@hapi/boom');
const Joi = require('joi');
const { BoxOffice } = require('./box-office');

const boxOfficePlugin = {
  name: 'box-office',
  version: '2.3.0',
  register(server, { office }) {
    server.decorate('request', 'office', office);
    server.event('sold-out');
    server.events.on('sold-out', (film) => office.announce(`${film} is sold out`));

    server.route([
      {
        method: 'GET',
        path: '/screenings',
        handler: ({ office }) => office.programme(),
      },
      {
        method: 'POST',
        path: '/screenings',
        options: {
          validate: {
            payload: Joi.object({
              code: Joi.string().required(),
              film: Joi.string().required(),
              starts: Joi.string().required(),
              seats: Joi.number().integer().min(1).required(),
            }),
          },
        },
        handler: ({ office, payload }, h) => h.response(office.schedule(payload)).code(201),
      },
      {
        method: 'POST',
        path: '/screenings/{code}/tickets',
        options: {
          validate: { payload: Joi.object({ buyer: Joi.string().required(), count: Joi.number().integer().default(1) }) },
        },
        handler({ office, params, payload, server }) {
          const ticket = office.sell(params.code, payload.buyer, payload.count);
          if (ticket === null) throw Boom.conflict('Not enough seats');
          if (office.isSoldOut(params.code)) server.events.emit('sold-out', ticket.film);
          return ticket;
        },
      },
      {
        method: 'DELETE',
        path: '/tickets/{number}',
        handler: ({ office, params }) => office.refund(Number(params.number)),
      },
      {
        method: 'PUT',
        path: '/bar/{open}',
        handler: ({ office, params }) => office.setBar(params.open === 'open'),
      },
      { method: 'GET', path: '/report', handler: ({ office }) => office.report() },
    ]);
  },
};

const start = async (port) => {
  const server = Hapi.server({ port, host: '127.0.0.1', app: { house: 'Lantern Picture House' } });
  server.validator(Joi);
  await server.register({ plugin: boxOfficePlugin, options: { office: new BoxOffice('Lantern Picture House', 'Edda Ruiz') } });
  await server.start();
  console.log('open at', server.info.uri);
};

start(Number(process.argv[2]));
