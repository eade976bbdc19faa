import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';

const minutes = `Rowing club, autumn meeting
Chair: Greta Ostby
The new eight costs 31500 and comes in March.
`;
const list = `Cox wanted for Tuesdays
Oars 3 and 7 are cracked
`;

/** Etherpad as it is published, a server for texts that several people write, with its store in memory and one file: two pads with a chat, three authors, a group and a session. */
export default {
  get: { npm: { 'ep_etherpad-lite': '1.8.14' } },
  start({ modules, port, write, work }) {
    rmSync(`${work}/dirty.db`, { force: true });
    // It finds its folder by this layout, which its releases have.
    if (!existsSync(`${work}/etherpad`)) {
      cpSync(`${modules}/ep_etherpad-lite`, `${work}/etherpad/src`, { recursive: true });
      mkdirSync(`${work}/etherpad/node_modules`);
      for (const name of readdirSync(modules))
        symlinkSync(name === 'ep_etherpad-lite' ? '../src' : `${modules}/${name}`, `${work}/etherpad/node_modules/${name}`);
    }
    const settings = {
      title: 'Boathouse pads',
      ip: '127.0.0.1',
      port: port(),
      dbType: 'dirty',
      dbSettings: { filename: `${work}/dirty.db` },
      defaultPadText: 'Write here, row later.',
      minify: false,
      skinName: 'no-skin',
      loglevel: 'INFO',
      importExportRateLimiting: { windowMs: 90000, max: 77 },
    };
    const key = write('APIKEY.txt', 'boathouse-key');
    return [
      'node',
      [
        `${work}/etherpad/src/node/server.js`,
        ...['--settings', write('settings.json', JSON.stringify(settings)), '--apikey', key],
        ...['--sessionkey', write('SESSIONKEY.txt', 'session-of-the-boathouse')],
      ],
      { cwd: work },
    ];
  },
  ready: ({ until, url }) => until(async () => (await fetch(`${url}/api`)).ok, 'the server', 200_000),
  async drive({ url }) {
    const ask = async (call, values) => {
      const query = new URLSearchParams({ apikey: 'boathouse-key', ...values });
      const { code, message, data } = await (await fetch(`${url}/api/1.2.15/${call}?${query}`)).json();
      if (code !== 0) throw new Error(`${call}: ${message}`);
      return data;
    };
    const people = [];
    for (const name of ['Greta Ostby', 'Ivo Marek', 'Tilda Roos'])
      people.push((await ask('createAuthorIfNotExistsFor', { name, authorMapper: name.split(' ')[0].toLowerCase() })).authorID);
    await ask('createPad', { padID: 'autumn-minutes', text: minutes });
    await ask('appendText', { padID: 'autumn-minutes', text: 'Vote: 19 for, 4 against.\n' });
    await ask('appendChatMessage', { padID: 'autumn-minutes', text: 'Who brings the cake?', authorID: people[1] });
    await ask('appendChatMessage', { padID: 'autumn-minutes', text: 'I do, plum.', authorID: people[2] });
    await ask('saveRevision', { padID: 'autumn-minutes', rev: 1 });
    await ask('createPad', { padID: 'boat-repairs', text: list });
    const { groupID } = await ask('createGroup', {});
    await ask('createGroupPad', { groupID, padName: 'treasurer', text: 'Dues outstanding: 640\n' });
    await ask('setPublicStatus', { padID: `${groupID}$treasurer`, publicStatus: 'true' });
    await ask('createSession', { groupID, authorID: people[0], validUntil: '1893456000' });
    const { text } = await ask('getText', { padID: 'autumn-minutes' });
    if (!text.includes('19 for')) throw new Error(text);
  },
};
