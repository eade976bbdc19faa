/** One jar of each: the package has each under three names. */
const path = (jars) => jars.filter((jar) => /\/usr\/share\/java\/derby(client|net|tools)?\.jar$/.test(jar)).join(':');
const script = (port) => `connect 'jdbc:derby://127.0.0.1:${port}/memory:archive;create=true;user=keeper';
create table maps (id int primary key, title varchar(60), drawn int, scale int, on_loan boolean);
insert into maps values (1, 'Delta of the Niger', 1841, 250000, false);
insert into maps values (2, 'Streets of Tashkent', 1890, 8400, true);
insert into maps values (3, 'Ice in Baffin Bay', 1818, 1000000, false);
create table readers (name varchar(40), card int);
insert into readers values ('Ottoline Grey', 5512);
insert into readers values ('Jun Watanabe', 5530);
autocommit off;
update maps set on_loan = true where id = 3;
select count(*) as kept from maps;
`;

/** The network server of Apache Derby with a database in memory, and its own client with a transaction open. */
export default {
  get: { debian: ['libderby-java'] },
  start: ({ jars, port, work }) => [
    'java',
    [
      '-Xmx160m',
      `-Dderby.system.home=${work}`,
      '-Djava.security.manager=allow',
      '-cp',
      path(jars),
      'org.apache.derby.drda.NetworkServerControl',
      'start',
      '-h',
      '127.0.0.1',
      '-p',
      port(),
      '-noSecurityManager',
    ],
  ],
  ready: ({ until, said }) => until(() => /ready to accept/.test(said()), 'the server'),
  async drive({ start, jars, port, until }) {
    const client = start('java', ['-Xmx64m', '-cp', path(jars), 'org.apache.derby.tools.ij']);
    client.stdin.write(script(port()));
    await until(() => /KEPT/.test(client.said()) && /1 row selected/.test(client.said()), 'the rows');
  },
};
