/** Azurite, as published: the emulator of Azure's queues, all in memory, with the jobs of a foundry in two of them. */
export default {
  get: { npm: { azurite: '3.33.0', '@azure/storage-queue': '12.25.0' }, files: ['jobs.js'] },
  start: ({ modules, port, work }) => [
    'node',
    [
      `${modules}/azurite/dist/src/queue/main.js`,
      '--queueHost',
      '127.0.0.1',
      '--queuePort',
      port(),
      '--inMemoryPersistence',
      '--skipApiVersionCheck',
      '--silent',
    ],
    { cwd: work },
  ],
  ready: ({ until, said }) => until(() => said().includes('successfully listens'), 'the emulator'),
  async drive({ start, program, port, until }) {
    const jobs = start('node', [`${program}/jobs.js`, port()]);
    await until(() => jobs.said().includes('filled'), 'the jobs');
  },
};
