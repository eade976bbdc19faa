const ldap = require('ldapjs');

const suffix = 'o=observatory';
const directory = {
  'cn=vera,ou=astronomers,o=observatory': {
    cn: ['vera'],
    sn: ['Rubin'],
    mail: ['vera@example.org'],
    telephonenumber: ['42'],
    objectclass: ['person'],
  },
  'cn=cecilia,ou=astronomers,o=observatory': {
    cn: ['cecilia'],
    sn: ['Payne'],
    mail: ['cecilia@example.org'],
    telephonenumber: ['43'],
    objectclass: ['person'],
  },
  'ou=telescopes,o=observatory': { ou: ['telescopes'], description: ['two domes'], objectclass: ['organizationalunit'] },
};
const settings = { anonymousReads: true, sizeLimit: 250 };
let searches = 0;
const server = ldap.createServer();
server.search(suffix, (request, response) => {
  searches += 1;
  for (const [dn, attributes] of Object.entries(directory))
    if (request.filter.matches(attributes)) response.send({ dn, attributes });
  response.end();
});
server.bind('cn=root', (request, response, next) => {
  settings.lastBind = request.dn.toString();
  response.end();
  return next();
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening', searches));
