const ldap = require('ldapjs');

const client = ldap.createClient({ url: `ldap://127.0.0.1:${process.argv[2]}` });
const done = (run) => new Promise((resolve) => run((error, found) => resolve(error ?? found)));
(async () => {
  await done((then) => client.bind('cn=root', 'wrong', then));
  await done((then) => client.bind('cn=root', 'anchor', then));
  await done((then) =>
    client.add(
      'cn=pilot,o=harbour',
      { cn: 'pilot', objectclass: 'person', telephonenumber: '+31 10 221', mail: 'pilot@harbour.example' },
      then,
    ),
  );
  await done((then) => client.add('cn=tug,o=harbour', { cn: 'tug', objectclass: 'ship', power: '3400', berth: 'North 4' }, then));
  for (let times = 0; times < 3; times += 1) {
    const found = await done((then) => client.search('o=harbour', { filter: '(cn=tug)', scope: 'sub' }, then));
    await new Promise((resolve) => found.on('end', resolve));
  }
  console.log('added');
})();
