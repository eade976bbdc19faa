import { cpSync, rmSync } from 'node:fs';

const server = (port) => `<?xml version="1.0" encoding="UTF-8"?>
<Server port="-1">
  <GlobalNamingResources>
    <Environment name="harbourMaster" type="java.lang.String" value="Sunniva"/>
    <Resource name="UserDatabase" auth="Container" type="org.apache.catalina.UserDatabase" factory="org.apache.catalina.users.MemoryUserDatabaseFactory" pathname="conf/tomcat-users.xml"/>
  </GlobalNamingResources>
  <Service name="Boathouse">
    <Connector address="127.0.0.1" port="${port}" protocol="HTTP/1.1" connectionTimeout="17000" maxThreads="23" redirectPort="8443"/>
    <Engine name="Boathouse" defaultHost="localhost">
      <Realm className="org.apache.catalina.realm.UserDatabaseRealm" resourceName="UserDatabase"/>
      <Host name="localhost" appBase="webapps" unpackWARs="false" autoDeploy="false">
        <Alias>boats.example</Alias>
      </Host>
    </Engine>
  </Service>
</Server>
`;
const users = `<?xml version="1.0" encoding="UTF-8"?>
<tomcat-users xmlns="http://tomcat.apache.org/xml" version="1.0">
  <role rolename="manager-script" description="May start and stop"/>
  <role rolename="oarsman" description="May take a boat out"/>
  <user username="torvald" fullName="Torvald Nes" password="not-a-secret" roles="manager-script,oarsman"/>
  <user username="liv" fullName="Liv Haug" password="not-one-either" roles="oarsman"/>
</tomcat-users>
`;
const context = (folder, more = '') => `<Context docBase="${folder}" privileged="true">${more}</Context>\n`;
const manager = { Authorization: `Basic ${Buffer.from('torvald:not-a-secret').toString('base64')}` };

/** Tomcat 10, with its own examples and its manager: two sessions are kept, with what was put into them. */
export default {
  get: { debian: ['tomcat10', 'tomcat10-common', 'libtomcat10-java', 'tomcat10-admin', 'tomcat10-examples'] },
  start({ root, work, write, port }) {
    const home = `${root}/usr/share/tomcat10`;
    rmSync(`${work}/base`, { recursive: true, force: true });
    cpSync(`${home}/etc`, `${work}/base/conf`, { recursive: true });
    write('base/conf/server.xml', server(port()));
    write('base/conf/tomcat-users.xml', users);
    const limit =
      '<Parameter name="boat" value="Two-oared skiff" override="false"/><Manager maxActiveSessions="64" pathname=""/>';
    write('base/conf/Boathouse/localhost/slips.xml', context(`${root}/usr/share/tomcat10-examples/examples`, limit));
    write('base/conf/Boathouse/localhost/manager.xml', context(`${root}/usr/share/tomcat10-admin/manager`));
    write('base/temp/.keep', '');
    write('base/webapps/.keep', '');
    return [
      'java',
      [
        '-Xmx192m',
        `-Dcatalina.home=${home}`,
        `-Dcatalina.base=${work}/base`,
        `-Djava.io.tmpdir=${work}/base/temp`,
        '-cp',
        `${home}/bin/bootstrap.jar:${home}/bin/tomcat-juli.jar`,
        'org.apache.catalina.startup.Bootstrap',
        'start',
      ],
    ];
  },
  ready: ({ until, json }) =>
    until(async () => String(await json('/slips/servlets/servlet/HelloWorldExample')).includes('Hello'), 'the server'),
  async drive({ json, url, until }) {
    const put = async (cookie, name, value) => {
      const answer = await fetch(
        `${url}/slips/servlets/servlet/SessionExample?dataname=${name}&datavalue=${encodeURIComponent(value)}`,
        { headers: cookie ? { Cookie: cookie } : {} },
      );
      await answer.text();
      return cookie ?? answer.headers.getSetCookie()[0].split(';')[0];
    };
    const first = await put(undefined, 'mooring', 'North jetty 12');
    await put(first, 'draught', '0.65 m');
    await put(undefined, 'mooring', 'South jetty 3');
    await until(
      async () => String(await json('/manager/text/list', undefined, 'GET', manager)).includes('/slips:running:'),
      'the manager',
    );
  },
};
