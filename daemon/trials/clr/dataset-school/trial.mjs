/** Tables of the framework (DataSet) with a change that is not accepted yet, and a view of them; held by a waiting method alone. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/School.dll`]],
  ready: ({ until, said }) => until(() => said().includes('good ones'), 'the school'),
};
