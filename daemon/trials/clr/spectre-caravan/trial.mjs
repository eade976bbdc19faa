/** A game on the console: all of it lies on the stack of a Main that waits for a line. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Caravan.dll`]],
  drive: async ({ stdin, said, until }) => {
    stdin('on\non\nsell salt 10\nnote the north wind stings\n');
    await until(() => said().includes('did note'), 'the game');
  },
};
