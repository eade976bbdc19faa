const parcels = [
  'K-7001;Familie Adeyemi;2.5;city',
  'K-7002;Leuchtturm Arkona;12;island',
  'K-7003;Saskia Vogt;0.75;country',
  'K-7004;Eisenwaren Thoms;48;city',
  'K-7005;Bücherei Prerow;4;island',
];

/** A sorting depot that is asked by lines (TPL Dataflow, FluentValidation, SmartEnum): five parcels came, one was too heavy. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Parcels.dll`]],
  ready: ({ until, said }) => until(() => said().includes('report'), 'the depot'),
  async drive({ stdin, said, until }) {
    for (const parcel of parcels) stdin(`${parcel}\n`);
    await until(() => {
      stdin('report\n');
      return said().includes('5 handled');
    }, 'the parcels');
  },
};
