const { AccessLevelFlag, DataType, OPCUAServer, StatusCodes, Variant } = require('node-opcua');

/** The tanks of a brewery as objects of an OPC UA server: what the meters say, what is set, and methods that the control room may call. */
const tanks = {
  MashTun: { temperature: 66.5, level: 0.82, setpoint: 67, stirring: true, recipe: 'Winter ale' },
  Kettle: { temperature: 98.2, level: 0.4, setpoint: 100, stirring: false, recipe: 'Amber' },
  Fermenter2: { temperature: 18.4, level: 0.95, setpoint: 19, stirring: false, recipe: 'Stout' },
};
const plant = { shift: 'late', brewer: 'Torunn Eik', batches: 412, alarm: '' };

const types = { number: DataType.Double, boolean: DataType.Boolean, string: DataType.String };

const main = async () => {
  const server = new OPCUAServer({
    port: Number(process.argv[2]),
    resourcePath: '/brewery',
    buildInfo: { productName: 'Brewery gateway', buildNumber: '317', buildDate: new Date('2026-02-03') },
    serverInfo: { applicationName: { text: 'Brewhouse north' } },
    serverCapabilities: { maxSessions: 25 },
    userManager: { isValidUser: () => true },
  });
  await server.initialize();
  const { addressSpace } = server.engine;
  const own = addressSpace.getOwnNamespace();
  const folder = own.addFolder('ObjectsFolder', { browseName: 'Brewery' });
  const variable = (parent, record, name) =>
    own.addVariable({
      componentOf: parent,
      browseName: name,
      nodeId: `s=${parent.browseName.name}.${name}`,
      dataType: types[typeof record[name]],
      accessLevel: AccessLevelFlag.CurrentRead | AccessLevelFlag.CurrentWrite,
      userAccessLevel: AccessLevelFlag.CurrentRead | AccessLevelFlag.CurrentWrite,
      value: {
        get: () => new Variant({ dataType: types[typeof record[name]], value: record[name] }),
        set: ({ value }) => {
          record[name] = value;
          return StatusCodes.Good;
        },
      },
    });
  for (const [name, tank] of Object.entries(tanks)) {
    const object = own.addObject({ organizedBy: folder, browseName: name });
    for (const part of Object.keys(tank)) variable(object, tank, part);
  }
  const office = own.addObject({ organizedBy: folder, browseName: 'Plant', nodeId: 's=Plant' });
  for (const part of Object.keys(plant)) variable(office, plant, part);
  const raise = own.addMethod(office, {
    browseName: 'RaiseAlarm',
    nodeId: 's=Plant.RaiseAlarm',
    inputArguments: [{ name: 'text', description: { text: 'What is wrong' }, dataType: DataType.String }],
    outputArguments: [],
  });
  raise.bindMethod(async ([text], _context) => {
    plant.alarm = text.value;
    return { statusCode: StatusCodes.Good, outputArguments: [] };
  });
  await server.start();
  console.log('brewing');
};

main();
