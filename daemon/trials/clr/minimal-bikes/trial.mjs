/** A minimal API over a store behind an interface, with services for each request, options, and a service in the background; what it holds are records. */
const bikes = [
  { frame: 'R-14', kind: 'touring' },
  { frame: 'C-02', kind: 'cargo' },
  { frame: 'T-90', kind: 'tandem' },
];

export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Bikes.dll`, port()]],
  ready: ({ until, json }) => until(async () => Array.isArray(await json('/rentals')), 'the server'),
  async drive({ json, until }) {
    for (const bike of bikes) await json('/bikes', bike);
    await json('/bikes/T-90/condition/Worn', {}, 'PUT');
    await json('/rentals', { rider: 'Mads Holm', bike: 'R-14' });
    const second = await json('/rentals', { rider: 'Inga Voss', bike: 'C-02' });
    await json(`/rentals/${second.id}/return`, {});
    // Options are made when somebody asks for them.
    await json('/tariff');
    await until(async () => (await json('/rentals')).length === 2, 'the rentals');
    await new Promise((resolve) => setTimeout(resolve, 1500));
  },
};
