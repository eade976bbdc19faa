/** The notice board of a house, a page that is held as a document (AngleSharp): five notices were pinned, one is urgent, one was taken down. */
const lines = [
  'pin|bike|Jonna Vesik|Whose blue bicycle blocks the cellar?|14',
  'pin|choir|Lambert Oyelaran|The stairwell choir meets on Tuesdays|60',
  'pin|sofa|Flat 9|Sofa to give away|7',
  'pin|water|Radmila Kos|No water on Friday from nine to noon|3',
  'pin|cat|Ottilie Brandt|Grey cat has moved in with me|30',
  'unpin|sofa',
  'urgent|water',
  'reword|choir|The stairwell choir meets on Thursdays',
  'print',
];

export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Noticeboard.dll`]],
  async drive({ stdin, said, until }) {
    stdin(`${lines.join('\n')}\n`);
    await until(() => said().includes('choir meets on Thursdays'), 'the board');
  },
};
