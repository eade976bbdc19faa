/** A scheduler (Quartz.NET) with its jobs in memory; one ran three times, one is paused. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Trams.dll`]],
  ready: ({ until, said }) => until(() => said().includes('three departed'), 'three departures'),
};
