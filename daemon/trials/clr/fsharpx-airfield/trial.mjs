/** An agent of F# whose state is a record of persistent collections, of FSharpx.Collections. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Airfield.dll`]],
  ready: ({ until, said }) => until(() => said().includes('2 launches'), 'the program'),
};
