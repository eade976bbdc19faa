const of = (data) => Buffer.from(JSON.stringify(data)).toString('base64');

/** Kinesalite as its package starts it: streams of data in memory, as in the cloud; two streams of tide gauges with four records, tags and a longer memory. */
export default {
  get: { npm: { kinesalite: '3.3.3' } },
  start: ({ modules, port }) => [
    'node',
    [
      `${modules}/kinesalite/cli.js`,
      ...['--port', port(), '--shardLimit', 17, '--createStreamMs', 50, '--deleteStreamMs', 75, '--updateStreamMs', 60],
    ],
    { env: { AWS_REGION: 'eu-north-1', AWS_ACCOUNT_ID: '4711-0815-2233' } },
  ],
  ready: ({ until, said }) => until(() => said().includes('Listening at'), 'the server'),
  async drive({ url, until }) {
    const ask = async (action, body) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-amz-json-1.1',
          'X-Amz-Target': `Kinesis_20131202.${action}`,
          'X-Amz-Date': '20261118T120000Z',
          Authorization: 'AWS4-HMAC-SHA256 Credential=a/20261118/eu-north-1/kinesis/aws4_request, SignedHeaders=a, Signature=a',
        },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${action}: ${text}`);
      return text === '' ? {} : JSON.parse(text);
    };
    const isActive = async (StreamName) =>
      (await ask('DescribeStream', { StreamName })).StreamDescription.StreamStatus === 'ACTIVE';
    for (const [StreamName, ShardCount] of [
      ['tide-levels', 3],
      ['lock-gates', 1],
    ]) {
      await ask('CreateStream', { StreamName, ShardCount });
      await until(() => isActive(StreamName), StreamName);
    }
    await ask('AddTagsToStream', { StreamName: 'tide-levels', Tags: { keeper: 'Runa Solberg', estuary: 'Mandal' } });
    await ask('IncreaseStreamRetentionPeriod', { StreamName: 'lock-gates', RetentionPeriodHours: 72 });
    await until(() => isActive('lock-gates'), 'the longer memory');
    const put = (StreamName, PartitionKey, data) => ask('PutRecord', { StreamName, PartitionKey, Data: of(data) });
    await put('tide-levels', 'gauge-north', { level: 3.42, wind: 'SW' });
    await put('tide-levels', 'gauge-south', { level: 2.97, wind: 'W' });
    await put('tide-levels', 'gauge-north', { level: 3.58, wind: 'SW' });
    await put('lock-gates', 'gate-2', { open: true, boat: 'Havgull' });
  },
};
