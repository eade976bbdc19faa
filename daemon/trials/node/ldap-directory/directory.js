const ldap = require('ldapjs');

const base = 'o=harbour';
const entries = new Map();
const failures = {};
let searches = 0;
const server = ldap.createServer();

server.bind('cn=root', (request, response, next) => {
  if (request.credentials !== 'anchor') {
    failures[request.dn.toString()] = (failures[request.dn.toString()] ?? 0) + 1;
    return next(new ldap.InvalidCredentialsError());
  }
  response.end();
  return next();
});
server.add(base, (request, response, next) => {
  entries.set(request.dn.toString(), Object.fromEntries(request.attributes.map(({ type, values }) => [type, values[0]])));
  response.end();
  return next();
});
server.search(base, (request, response, next) => {
  searches += 1;
  for (const [dn, attributes] of entries) if (request.filter.matches(attributes)) response.send({ dn, attributes });
  response.end();
  return next();
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log(`listening, ${searches} searches`));
