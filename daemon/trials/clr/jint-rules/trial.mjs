/** A script engine (Jint) with variables of a script in it. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Rules.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('rules read'), 'the program'),
};
