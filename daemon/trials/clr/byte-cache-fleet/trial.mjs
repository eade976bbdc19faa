/** The framework's distributed cache, in memory: its values are bytes. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Fleet.dll`]],
  ready: ({ until, said }) => until(() => said().includes('at sea'), 'the fleet'),
};
