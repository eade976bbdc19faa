/** A state machine of no library that a waiting `Main` holds; three steps done. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Door.dll`]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the gate'),
};
