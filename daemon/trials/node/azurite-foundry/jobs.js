const { QueueServiceClient } = require('@azure/storage-queue');

/** The account and the key that every emulator has. */
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
const service = QueueServiceClient.fromConnectionString(
  `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${key};QueueEndpoint=http://127.0.0.1:${process.argv[2]}/devstoreaccount1;`,
);

(async () => {
  const castings = service.getQueueClient('castings');
  await castings.create({ metadata: { foreman: 'Ruth', furnace: 'north' } });
  for (const job of ['bell 40 kg', 'grate 12 kg', 'anchor 210 kg']) await castings.sendMessage(job);
  await castings.receiveMessages({ numberOfMessages: 1, visibilityTimeout: 3600 });
  const polishing = service.getQueueClient('polishing');
  await polishing.create({ metadata: { foreman: 'Desmond' } });
  await polishing.sendMessage('doorknobs', { messageTimeToLive: 7200 });
  await polishing.setAccessPolicy([
    {
      id: 'night-shift',
      accessPolicy: {
        permissions: 'rp',
        startsOn: new Date('2027-01-04T20:00:00Z'),
        expiresOn: new Date('2027-01-05T06:00:00Z'),
      },
    },
  ]);
  await service.setProperties({
    cors: [
      {
        allowedOrigins: 'https://foundry.example',
        allowedMethods: 'GET,PUT',
        allowedHeaders: '*',
        exposedHeaders: '*',
        maxAgeInSeconds: 450,
      },
    ],
    hourMetrics: { version: '1.0', enabled: true, includeAPIs: true, retentionPolicy: { enabled: true, days: 9 } },
  });
  console.log('filled');
})();
