const data = {
  stations: [
    { id: 1, name: 'Valley', metres: 612, warden: 'Ueli Brand', open: true },
    { id: 2, name: 'Eagle Ledge', metres: 1480, warden: 'Rahel Stoll', open: true },
    { id: 3, name: 'Summit', metres: 2235, warden: 'Beat Kunz', open: false },
  ],
  cabins: [
    { id: 11, number: 7, colour: 'crimson', seats: 16, station_id: 1 },
    { id: 12, number: 8, colour: 'ivory', seats: 24, station_id: 2 },
  ],
  faults: [{ id: 31, cabin_id: 12, text: 'Door sticks in frost', days: 5 }],
};

/** json-graphql-server as its package starts it: a GraphQL server that keeps the lists of a ropeway in memory; some were changed. */
export default {
  get: { npm: { 'json-graphql-server': '3.3.2' } },
  start: ({ modules, port, write }) => [
    'node',
    [
      `${modules}/json-graphql-server/bin/json-graphql-server.cjs`,
      write('ropeway.json', JSON.stringify(data)),
      ...['--port', port(), '--host', '127.0.0.1'],
    ],
  ],
  ready: ({ until, json }) => until(async () => (await json('/', { query: '{ allStations { name } }' })).data, 'the server'),
  async drive({ json }) {
    const ask = async (query) => {
      const { data: told, errors } = await json('/', { query });
      if (errors) throw new Error(errors[0].message);
      return told;
    };
    await ask('mutation { createFault(cabin_id: "11", text: "Window is scratched", days: 2) { id } }');
    await ask('mutation { updateCabin(id: "11", colour: "moss green") { id } }');
    await ask('mutation { createCabin(number: 9, colour: "slate", seats: 12, station_id: "3") { id } }');
    const { allCabins, allFaults } = await ask('{ allCabins { colour } allFaults { text } }');
    if (allCabins.length !== 3 || allFaults.length !== 2) throw new Error('something is missing');
  },
};
