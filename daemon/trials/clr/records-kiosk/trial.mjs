/** A minimal API over one immutable record, changed by a clerk that takes commands from a channel. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Kiosk.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('the kiosk is open'), 'the program'),
};
