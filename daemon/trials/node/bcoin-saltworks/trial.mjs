/** It would overwrite its command line with its name, and the daemon of a trial lists by folders alone. */
const keepTitle = "Object.defineProperty(process, 'title', { get: () => 'node', set: () => undefined })";
const seed = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
/** One of the first addresses that come of it: who mines for nobody in particular mines for the saltpan. */
const address = 'RGDzkAB4UkUnATjpP2d9AKBxyFGMimaC1r';

/** bcoin as published: a node of Bitcoin with its wallets, all in memory, on a chain of its own that a saltworks mines; 104 blocks, one payment waits. What it has of C++ was not built. */
export default {
  get: { npm: { bcoin: '1.0.2' }, overrides: { leveldown: '6.1.1' } },
  ports: ['main', 'wallets', 'peers'],
  start: ({ modules, port, work, write }) => [
    'node',
    [
      ...['--require', write('title.cjs', keepTitle)],
      `${modules}/bcoin/bin/node`,
      ...['--network', 'regtest', '--memory', 'true', '--prefix', `${work}/node`, '--workers', 'false', '--no-auth', 'true'],
      ...['--listen', 'false', '--max-outbound', '3', '--port', port('peers'), '--http-port', port()],
      ...['--wallet-http-port', port('wallets'), '--wallet-no-auth', 'true', '--api-key', 'brine'],
      ...[
        '--coinbase-flags',
        'mined at Saltfleet',
        '--coinbase-address',
        address,
        '--mempool-size',
        '37',
        '--log-level',
        'warning',
      ],
    ],
    { env: { NODE_BACKEND: 'js' } },
  ],
  ready: ({ until, json }) => until(async () => (await json('/')).chain, 'the node'),
  async drive({ until, json, port }) {
    const wallets = async (route, body, method) => {
      const answer = await json(`http://127.0.0.1:${port('wallets')}${route}`, body, method);
      if (answer.error) throw new Error(`${route}: ${answer.error.message}`);
      return answer;
    };
    await wallets('/wallet/saltpan', { mnemonic: seed }, 'PUT');
    await wallets('/wallet/saltpan/account/carters', {}, 'PUT');
    await wallets('/wallet/bargemen', { watchOnly: false }, 'PUT');
    const { address: mine } = await wallets('/wallet/saltpan/address', { account: 'default' });
    const { address: pay } = await wallets('/wallet/bargemen/address', { account: 'default' });
    for (const count of [52, 52]) await json('/', { method: 'generatetoaddress', params: [count, mine] });
    await until(async () => (await wallets('/wallet/saltpan/balance')).coin === 104, 'the blocks in the wallet');
    await wallets('/wallet/saltpan/send', { rate: 10000, outputs: [{ address: pay, value: 123456789 }] });
    await until(async () => (await json('/')).mempool.tx === 1, 'the payment');
    const { chain, mempool } = await json('/');
    if (chain.height !== 104 || mempool.tx !== 1) throw new Error(JSON.stringify({ chain, mempool }));
  },
};
