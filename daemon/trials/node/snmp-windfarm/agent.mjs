import snmp from 'net-snmp';
import { Farm, Turbine } from './farm.mjs';

const farm = new Farm();
farm.add(new Turbine('Freya', 3200, 98.5));
farm.add(new Turbine('Sif', 2800, 91));
farm.add(new Turbine('Idun', 4100, 112.25));
let asked = 0;

const agent = snmp.createAgent({ port: Number(process.argv[2]), address: '127.0.0.1', disableAuthorization: false }, (error) => {
  if (error) console.error(error.message);
});
agent.getAuthorizer().addCommunity('windward');
const mib = agent.getMib();
const base = '1.3.6.1.4.1.58012';
const { ObjectType, MaxAccess, MibProviderType } = snmp;

const scalar = (name, number, type, access, handler) => {
  agent.registerProvider({
    name,
    type: MibProviderType.Scalar,
    oid: `${base}.${number}`,
    scalarType: type,
    maxAccess: access,
    handler: (request) => {
      // What is to be set is tried before it is done.
      if (!request.testSet) {
        asked += 1;
        handler?.(request);
      }
      request.done();
    },
  });
};
scalar('farmName', 1, ObjectType.OctetString, MaxAccess['read-only']);
scalar('farmContact', 2, ObjectType.OctetString, MaxAccess['read-write'], ({ operation, setValue }) => {
  if (operation === snmp.PduType.SetRequest) farm.contact = String(setValue);
});
scalar('farmLimit', 3, ObjectType.Integer, MaxAccess['read-write'], ({ operation, setValue }) => {
  if (operation === snmp.PduType.SetRequest) farm.setLimit(setValue);
});
scalar('farmBrake', 4, ObjectType.OctetString, MaxAccess['read-write'], ({ operation, setValue }) => {
  if (operation !== snmp.PduType.SetRequest) return;
  const [name, reason] = String(setValue).split(':');
  if (reason === 'off') farm.releaseTurbine(name);
  else if (/^\d+$/.test(reason)) farm.setPitch(name, Number(reason));
  else farm.brakeTurbine(name, reason);
});
mib.setScalarValue('farmName', 'Varde ridge');
mib.setScalarValue('farmContact', farm.contact);
mib.setScalarValue('farmLimit', farm.limitKilowatts);
mib.setScalarValue('farmBrake', '');

agent.registerProvider({
  name: 'turbineTable',
  type: MibProviderType.Table,
  oid: `${base}.5.1`,
  maxAccess: MaxAccess['not-accessible'],
  tableColumns: [
    { number: 1, name: 'turbineIndex', type: ObjectType.Integer, maxAccess: MaxAccess['not-accessible'] },
    { number: 2, name: 'turbineName', type: ObjectType.OctetString, maxAccess: MaxAccess['read-only'] },
    { number: 3, name: 'turbineKilowatts', type: ObjectType.Integer, maxAccess: MaxAccess['read-only'] },
  ],
  tableIndex: [{ columnName: 'turbineIndex' }],
});
let row = 0;
for (const { name, kilowatts } of farm.turbines.values()) mib.addTableRow('turbineTable', [++row, name, kilowatts]);
console.log(`agent listens for ${farm.output} kW, ${asked} asked`);
