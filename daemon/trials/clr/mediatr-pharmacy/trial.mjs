/** Requests and notifications by MediatR, and Autofac to put the handlers together. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Pharmacy.dll`]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the program'),
};
