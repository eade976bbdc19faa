/** Jobs of Quartz.NET in memory, of which one ran and one is paused. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Planetarium.dll`]],
  ready: ({ until, said }) => until(() => said().includes('the dome is dark'), 'the program'),
};
