const { AttributeIds, DataType, MessageSecurityMode, OPCUAClient, SecurityPolicy, TimestampsToReturn } = require('node-opcua');

/** The control room: writes what is to be set, calls for help, and watches two meters for as long as it is there. */
const main = async () => {
  const client = OPCUAClient.create({
    applicationName: 'Control room',
    endpointMustExist: false,
    securityMode: MessageSecurityMode.None,
    securityPolicy: SecurityPolicy.None,
  });
  await client.connect(`opc.tcp://127.0.0.1:${process.argv[2]}/brewery`);
  const session = await client.createSession();
  const write = (node, dataType, value) =>
    session.write({ nodeId: `ns=1;s=${node}`, attributeId: AttributeIds.Value, value: { value: { dataType, value } } });
  const read = async (node) => (await session.read({ nodeId: `ns=1;s=${node}`, attributeId: AttributeIds.Value })).value.value;
  for (const line of process.argv.slice(3)) {
    const [node, kind, value] = JSON.parse(line);
    await write(node, DataType[kind], value);
    console.log(node, await read(node));
  }
  await session.call({
    objectId: 'ns=1;s=Plant',
    methodId: 'ns=1;s=Plant.RaiseAlarm',
    inputArguments: [{ dataType: DataType.String, value: 'Pump 4 leaks' }],
  });
  const watch = await session.createSubscription2({
    requestedPublishingInterval: 1500,
    requestedLifetimeCount: 6000,
    requestedMaxKeepAliveCount: 20,
    maxNotificationsPerPublish: 40,
    publishingEnabled: true,
    priority: 7,
  });
  for (const node of ['Kettle.temperature', 'Fermenter2.level'])
    await watch.monitor(
      { nodeId: `ns=1;s=${node}`, attributeId: AttributeIds.Value },
      { samplingInterval: 1000, queueSize: 8, discardOldest: true },
      TimestampsToReturn.Both,
    );
  console.log('alarm', await read('Plant.alarm'), 'watching');
};

main();
