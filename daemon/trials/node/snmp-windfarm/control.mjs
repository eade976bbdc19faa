import snmp from 'net-snmp';

const session = snmp.createSession('127.0.0.1', 'windward', { port: Number(process.argv[2]), version: snmp.Version2c });
const base = '1.3.6.1.4.1.58012';
const tell = (number, type, value) =>
  new Promise((resolve, reject) => {
    session.set([{ oid: `${base}.${number}.0`, type, value }], (error) => (error ? reject(error) : resolve()));
  });

await tell(3, snmp.ObjectType.Integer, 7500);
await tell(4, snmp.ObjectType.OctetString, 'Sif:ice on the blades');
await tell(4, snmp.ObjectType.OctetString, 'Idun:17');
await tell(2, snmp.ObjectType.OctetString, 'Eskil Rode');
session.get([`${base}.5.1.2.3`, `${base}.3.0`], (error, found) => {
  if (error) throw error;
  console.log('told', found.map(({ value }) => String(value)).join(' '));
  session.close();
});
