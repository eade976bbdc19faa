/** Visual Basic: a module with its fields, a timer, a Main that sleeps. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Workshop.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the program'),
};
