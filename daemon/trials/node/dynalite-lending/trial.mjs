/** A published stand-in for DynamoDB (dynalite) with its tables in memory, filled over its protocol. */
const ask = (context, target, body) =>
  context.json('/', body, 'POST', {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `DynamoDB_20120810.${target}`,
    'X-Amz-Date': '20270301T000000Z',
    Authorization: 'AWS4-HMAC-SHA256 Credential=trial/20270301/quay-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  });
const tools = [
  { Tool: { S: 'chainsaw' }, Borrower: { S: 'Idris' }, Days: { N: '5' }, Deposit: { N: '80.5' } },
  { Tool: { S: 'theodolite' }, Borrower: { S: 'Marguerite' }, Days: { N: '12' }, Fragile: { BOOL: true } },
  { Tool: { S: 'ladder' }, Borrower: { S: 'Chidi' }, Days: { N: '1' }, Parts: { L: [{ S: 'hook' }, { S: 'strap' }] } },
];

export default {
  get: { npm: { dynalite: '4.0.0' } },
  start: ({ modules, port }) => [
    'node',
    [`${modules}/dynalite/cli.js`, '--port', port(), '--createTableMs', '10', '--maxItemSizeKb', '321'],
  ],
  ready: (context) => context.until(async () => (await ask(context, 'ListTables', {})).TableNames, 'the database'),
  async drive(context) {
    await ask(context, 'CreateTable', {
      TableName: 'Lending',
      AttributeDefinitions: [{ AttributeName: 'Tool', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Tool', KeyType: 'HASH' }],
      ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 3 },
    });
    await context.until(
      async () => (await ask(context, 'DescribeTable', { TableName: 'Lending' })).Table?.TableStatus === 'ACTIVE',
      'the table',
    );
    for (const Item of tools) await ask(context, 'PutItem', { TableName: 'Lending', Item });
    await context.until(async () => (await ask(context, 'Scan', { TableName: 'Lending' })).Count === 3, 'three tools');
  },
};
