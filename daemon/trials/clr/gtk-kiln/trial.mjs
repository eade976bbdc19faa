/** gtk-sharp: a form of settings, on two pages. */
export default {
  get: {
    debian: [
      'libgtk3.0-cil',
      'libglib3.0-cil',
      'libgdk3.0-cil',
      'libatk3.0-cil',
      'libpango3.0-cil',
      'libgio3.0-cil',
      'libmono-cairo4.0-cil',
    ],
    dotnet: 'src',
  },
  display: true,
  start: ({ out }) => ['dotnet', [`${out}/Kiln.dll`]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the program'),
};
