/** Mountain huts behind controllers (ASP.NET MVC), each with a mailbox (a channel) of its own: two huts opened, three guests came. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Huts.dll`, port()]],
  ready: ({ until, json }) => until(async () => String(await json('/ledger')).includes('bookings'), 'the server'),
  async drive({ json }) {
    await json('/huts/Falkenhütte?warden=Resi+Kofler&beds=24', {});
    await json('/huts/Gamsalm?warden=Bartl+Egger&beds=9', {});
    await json('/huts/Falkenhütte/guests?name=Ines+Moser&nights=3&meal=dumplings', {});
    await json('/huts/Falkenhütte/guests?name=Paul+Wieser&nights=1&meal=barley+soup', {});
    await json('/huts/Gamsalm/guests?name=Hana+Dvorak&nights=2&meal=omelette', {});
    await json('/huts/Falkenhütte/firewood/30', {});
    await json('/huts/Gamsalm/weather/thunderstorm', {}, 'PUT');
    await json('/huts/Falkenhütte/weather/clear', {}, 'PUT');
  },
};
