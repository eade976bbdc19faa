/** A circuit breaker of Polly that is open; a queue, a linked list, times. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Radio.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('on air'), 'the program'),
};
