/** A house whose rules are a script, run by Jint in the program. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Homestead.dll`]],
  ready: ({ until, said }) => until(() => said().includes('2 notes'), 'the program'),
};
