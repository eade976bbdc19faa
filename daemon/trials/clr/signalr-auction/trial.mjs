/** A SignalR hub over a singleton that holds the state, and a background service. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Auction.dll`, port()]],
  ready: ({ until, json }) => until(async () => Array.isArray(await json('/lots')), 'the server'),
  drive: ({ json }) => json('/bids/vase?bidder=Otto&amount=150', {}, 'POST'),
};
