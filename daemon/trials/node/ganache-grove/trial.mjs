/** Ganache, as published: a chain of blocks for development, one minified bundle; four blocks were made. */
export default {
  get: { npm: { ganache: '7.9.2' } },
  start: ({ modules, port }) => [
    'node',
    [
      `${modules}/ganache/dist/node/cli.js`,
      '--server.host',
      '127.0.0.1',
      '--server.port',
      port(),
      '--wallet.mnemonic',
      'candy maple cake sugar pudding cream honey rich smooth crumble sweet treat',
      '--wallet.totalAccounts',
      '4',
      '--wallet.defaultBalance',
      '750',
      '--chain.chainId',
      '4242',
      '--chain.networkId',
      '5151',
      '--chain.hardfork',
      'london',
      '--miner.blockGasLimit',
      '0x989680',
      '--miner.defaultGasPrice',
      '0x3b9aca00',
      '--chain.time',
      '2026-05-04T06:00:00Z',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('RPC Listening'), 'the chain'),
  async drive({ json }) {
    const ask = async (method, ...params) => (await json('/', { jsonrpc: '2.0', id: 1, method, params })).result;
    const [first, second] = await ask('eth_accounts');
    await ask('eth_sendTransaction', {
      from: first,
      to: second,
      value: '0x6f05b59d3b20000',
      gas: '0x5208',
      gasPrice: '0x77359400',
    });
    await ask('evm_mine');
    await ask('evm_mine');
    await ask('eth_sendTransaction', { from: second, to: first, value: '0x1', gas: '0x5208', gasPrice: '0x77359400' });
    await ask('evm_snapshot');
    await ask('eth_newBlockFilter');
  },
};
