/** The register of a harbour in a small web program: documents of Newtonsoft.Json that are kept in memory; three ships, of which one has moved. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Harbour.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the program'),
  async drive({ json }) {
    await json('/ships', { name: 'Svanen', flag: 'Sweden', tonnes: 820, berth: 'Quay 2', cargo: ['planks', 'tar'], pilot: true });
    await json('/ships', { name: 'Meerkat', flag: 'Malta', tonnes: 2340, berth: 'Roads', cargo: ['oranges'], pilot: false });
    await json('/ships', {
      name: 'Old Bess',
      flag: 'Ireland',
      tonnes: 96,
      berth: 'Basin',
      owner: { name: 'Fergus Daly', debt: 41.5 },
    });
    await json('/ships/Meerkat/berth?berth=Quay%205', {}, 'PUT');
    await json('/log?line=Fog%20until%20ten', {});
    const ships = await json('/ships');
    if (ships.map(({ berth }) => berth).join() !== 'Quay 2,Quay 5,Basin') throw new Error(JSON.stringify(ships));
  },
};
