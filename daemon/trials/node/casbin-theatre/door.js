const { createServer } = require('node:http');
const { newEnforcer, newModelFromString, StringAdapter } = require('casbin');

const model = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act
`;
const policy = `
p, usher, foyer, enter
p, stagehand, fly_tower, climb
p, conductor, pit, lead
p, director, prompt_book, write
g, Leonie, usher
g, Bastian, stagehand
g, Bastian, usher
g, Madame Orsolya, director
`;

const door = { theatre: 'Theatre in the Granary', asked: 0, refused: [], isOpen: true };

async function main() {
  door.enforcer = await newEnforcer(newModelFromString(model), new StringAdapter(policy.trim()));
  await door.enforcer.addPolicy('usher', 'cloakroom', 'keep');
  await door.enforcer.addRoleForUser('Quentin', 'conductor');
  createServer(async (request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url, 'http://door');
    const told = (one) => response.end(JSON.stringify(one));
    if (pathname === '/may') {
      const [who, where, what] = ['who', 'where', 'what'].map((one) => asked.get(one));
      const may = await door.enforcer.enforce(who, where, what);
      door.asked++;
      if (!may) door.refused.push({ who, where, what });
      return told({ may });
    }
    if (pathname === '/grant')
      return told(await door.enforcer.addPolicy(asked.get('role'), asked.get('place'), asked.get('deed')));
    if (pathname === '/appoint') return told(await door.enforcer.addRoleForUser(asked.get('who'), asked.get('role')));
    if (pathname === '/dismiss') return told(await door.enforcer.deleteUser(asked.get('who')));
    response.statusCode = 404;
    response.end();
  }).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('the stage door is watched'));
}

main();
