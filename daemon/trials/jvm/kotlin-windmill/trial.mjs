/** A windmill in Kotlin: orders wait in a channel of kotlinx.coroutines, and a coroutine grinds them. */
export default {
  get: { debian: ['kotlin', 'libkotlinx-coroutines-java', 'libkotlinx-atomicfu-java'], kotlin: 'src' },
  start: ({ classes, jars }) => ['java', ['-Xmx96m', '-cp', [classes, ...jars].join(':'), 'windmill.WindmillKt']],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the mill'),
  async drive({ stdin, until, said }) {
    stdin('order;31;Bakery Timmer;rye;24\norder;32;Widow Postma;spelt;6\nwait;400\npay;31\nbrake;on\nwind;21;south\n');
    stdin('order;33;Brewery Anker;buckwheat;10\norder;34;Bakery Timmer;wheat;40\nwait;300\nsay;driven\n');
    await until(() => said().includes('driven'), 'the orders');
  },
};
