const info = {
  description: 'Recipes of the mountain hut',
  plugins: ['tiddlywiki/tiddlyweb', 'tiddlywiki/filesystem'],
  themes: ['tiddlywiki/vanilla', 'tiddlywiki/snowwhite'],
};
const tiddler = (fields, text) =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${text}\n`;

/** TiddlyWiki on Node.js, as published: a wiki that is kept in memory, with a server; two pages lay there, a guest wrote a third and changed one. */
export default {
  get: { npm: { tiddlywiki: '5.4.1' } },
  start({ modules, port, work, write }) {
    write('wiki/tiddlywiki.info', JSON.stringify(info));
    write(
      'wiki/tiddlers/soup.tid',
      tiddler({ title: 'Onion soup', tags: 'Warm Evening', modifier: 'Ursina', servings: 6 }, 'Brown twelve onions slowly.'),
    );
    write(
      'wiki/tiddlers/bread.tid',
      tiddler({ title: 'Rye bread', tags: 'Baking', modifier: 'Ursina', servings: 10 }, 'Let it rest overnight.'),
    );
    write('wiki/tiddlers/title.tid', tiddler({ title: '$:/SiteTitle' }, 'Hut kitchen').trimEnd());
    write('wiki/tiddlers/Tea.tid', tiddler({ title: 'Tea' }, 'Nobody has written it yet.'));
    return [
      'node',
      [
        `${modules}/tiddlywiki/tiddlywiki.js`,
        `${work}/wiki`,
        '--listen',
        'host=127.0.0.1',
        `port=${port()}`,
        'anon-username=guest',
      ],
    ];
  },
  ready: ({ until, json }) => until(async () => (await json('/status')).space !== undefined, 'the server'),
  async drive({ json }) {
    const put = (title, fields) =>
      json(`/recipes/default/tiddlers/${encodeURIComponent(title)}`, { title, ...fields }, 'PUT', {
        'X-Requested-With': 'TiddlyWiki',
      });
    await put('Nettle dumplings', {
      text: 'Pick the nettles with gloves.',
      tags: 'Warm Spring',
      modifier: 'Curdin',
      servings: '4',
      season: 'May',
    });
    await put('Tea', { text: 'Thyme and a little honey.', modifier: 'Curdin', tags: 'Drinks' });
  },
};
