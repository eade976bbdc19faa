const typed = (url) => `!connect ${url} SA "" org.hsqldb.jdbc.JDBCDriver
create table ships (name varchar(40) primary key, tonnes integer, berth varchar(8));
insert into ships values ('Sea Lark', 18400, 'N4');
insert into ships values ('Gudrun', 7300, 'S1');
!set outputformat vertical
!set maxwidth 132
!set rowlimit 250
!set verbose true
!isolation TRANSACTION_SERIALIZABLE
!autocommit off
update ships set berth = 'N7' where name = 'Gudrun';
select * from ships order by name;
`;

/** SQLLine, a prompt for databases (JLine), connected to a database in memory. */
export default {
  get: { debian: ['sqlline', 'libhsqldb-java'] },
  start: ({ root, work }) => [
    'java',
    [
      '-Xmx128m',
      `-Duser.home=${work}`,
      '-Djline.terminal=jline.UnsupportedTerminal',
      '-cp',
      ['sqlline', 'jline', 'hsqldb'].map((jar) => `${root}/usr/share/java/${jar}.jar`).join(':'),
      'sqlline.SqlLine',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('sqlline>'), 'the prompt'),
  async drive({ stdin, until, said }) {
    stdin(typed('jdbc:hsqldb:mem:harbour'));
    await until(() => said().includes('2 rows selected'), 'the ships');
  },
};
