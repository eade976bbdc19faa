const client = require('ldapjs').createClient({ url: `ldap://127.0.0.1:${process.argv[2]}` });
client.bind('cn=root', 'any', () => {
  client.search('o=observatory', { filter: '(sn=Payne)', scope: 'sub' }, (_, found) =>
    found.on('end', () => console.log('found')),
  );
});
