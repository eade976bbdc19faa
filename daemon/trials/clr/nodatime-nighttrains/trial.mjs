/** Night trains over several time zones in a small web program: dates, zones, periods and delays are those of NodaTime. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Nighttrains.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the program'),
  drive: async ({ json }) => {
    await json('/trains/406/berths/1A', { passenger: 'Zofia Maj', wakeUp: '06:15' });
    await json('/trains/406/berths/2B', { passenger: 'Arthur Penk', wakeUp: '06:30' });
    await json('/trains/211/berths/1A', { passenger: 'Inês Couto', wakeUp: '07:45' });
    await json('/trains/211/delay', { minutes: 35, reason: 'Snow at the border' }, 'PUT');
    const [chopin, lusitania] = await json('/trains');
    if (chopin.berths.join() !== '1A Zofia Maj 06:15:00,1B free ,2A free ,2B Arthur Penk 06:30:00')
      throw new Error(chopin.berths.join());
    if (lusitania.delay !== '0:00:35:00') throw new Error(lusitania.delay);
  },
};
