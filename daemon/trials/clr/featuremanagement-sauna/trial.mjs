/** A bathhouse behind HTTP whose offers are features that are switched (Microsoft.FeatureManagement): two stoves were heated, three guests are in, whisks have run out since. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Sauna.dll`, port()]],
  ready: ({ until, json }) => until(async () => (await json('/bathhouse')).attendant, 'the server'),
  async drive({ json, until }) {
    await json('/bathhouse/stoves/Smoke?degrees=92', undefined, 'PUT');
    await json('/bathhouse/stoves/Garden?degrees=78', undefined, 'PUT');
    await json('/bathhouse/guests', { name: 'Eino Halla', locker: 'A7', whisk: true });
    await json('/bathhouse/guests', { name: 'Saimi Korpi', locker: 'B2', whisk: false });
    await json('/features/IcePlunge?on=true', undefined, 'PUT');
    await json('/bathhouse/guests', { name: 'Pentti Suvanto', locker: 'A11', whisk: true });
    await json('/features/BirchWhisks?on=false', undefined, 'PUT');
    await json('/bathhouse/guests', { name: 'Lempi Vaara', locker: 'B5', whisk: true });
    await json('/bathhouse/evening?open=true', undefined, 'PUT');
    await until(async () => (await json('/features')).LateHours === true, 'the features');
    await until(async () => (await json('/bathhouse')).diary.length === 2, 'the guests');
  },
};
