/** A host whose work is done by handlers that a container makes for each request; what they work on lives as long as the host. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Lighthouse.dll`]],
  ready: ({ until, said }) => until(() => said().includes('the light is on'), 'the program'),
};
