import { Resolver } from 'node:dns/promises';

/** The name server of a campus (dns2) that answers over UDP and takes orders on its input. */
export default {
  get: { npm: { dns2: '3.0.0' }, files: ['names.cjs'] },
  start: ({ program, port }) => ['node', [`${program}/names.cjs`, port()]],
  ready: ({ until, said }) => until(() => said().includes('answering'), 'the name server'),
  async drive({ port, stdin, said, until }) {
    stdin('add kiln.campus.example 10.8.3.41 600\n');
    stdin('block ads.example Lena\n');
    await until(() => said().includes('blocked ads.example'), 'the orders');
    const resolver = new Resolver({ timeout: 4000, tries: 4 });
    resolver.setServers([`127.0.0.1:${port()}`]);
    await resolver.resolve4('library.campus.example');
    await resolver.resolve4('kiln.campus.example');
    await resolver.resolveMx('campus.example');
    await resolver.resolve4('ghost.campus.example').catch(() => undefined);
    await resolver.resolve4('ads.example').catch(() => undefined);
  },
};
