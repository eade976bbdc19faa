import { mkdirSync, rmSync, symlinkSync } from 'node:fs';

const config = `title: Mushrooms of the Elm wood
subtitle: What grows after rain
author: Brigid Okonkwo
language: en
timezone: UTC
url: http://mushrooms.example
root: /
permalink: :title/
theme: landscape
per_page: 4
post_asset_folder: false
updated_option: empty
`;
const post = (title, date, tags, categories, body, more = '') =>
  `---\ntitle: ${title}\ndate: ${date}\ntags: [${tags.join(', ')}]\ncategories: [${categories}]\n${more}---\n${body}\n`;

/** Hexo's server as it is published: a blog with four posts, a draft and a page, which were looked at. */
export default {
  get: {
    npm: {
      hexo: '8.1.2',
      'hexo-generator-index': '4.0.0',
      'hexo-generator-tag': '2.0.0',
      'hexo-renderer-ejs': '2.0.0',
      'hexo-renderer-marked': '7.0.1',
      'hexo-server': '3.0.0',
      'hexo-theme-landscape': '1.1.0',
    },
  },
  start({ modules, work, write, port }) {
    rmSync(`${work}/blog`, { recursive: true, force: true });
    mkdirSync(`${work}/blog`);
    symlinkSync(modules, `${work}/blog/node_modules`);
    write(
      'blog/package.json',
      JSON.stringify({ name: 'mushrooms', private: true, hexo: { version: '8.1.2' }, dependencies: this.get.npm }),
    );
    write('blog/_config.yml', config);
    write(
      'blog/source/_posts/chanterelles.md',
      post('Chanterelles at last', '2026-07-04 08:30:00', ['edible', 'summer'], 'Finds', 'Two baskets under the *third* beech.'),
    );
    write(
      'blog/source/_posts/fly-agaric.md',
      post(
        'A ring of fly agarics',
        '2026-09-12 17:05:00',
        ['poisonous'],
        'Warnings',
        'Nineteen caps, none touched.',
        'sticky: 3\n',
      ),
    );
    write(
      'blog/source/_posts/drying.md',
      post('How we dry ceps', '2026-10-01 10:00:00', ['edible', 'kitchen'], 'Kitchen', 'Forty degrees for nine hours.'),
    );
    write(
      'blog/source/_posts/frost.md',
      post(
        'Velvet shanks in frost',
        '2026-11-08 09:45:00',
        ['winter'],
        'Finds',
        'They freeze and thaw again.',
        'comments: false\n',
      ),
    );
    write('blog/source/_drafts/truffle.md', '---\ntitle: Was it a truffle\ntags: [doubt]\n---\nThe dog thinks so.\n');
    write('blog/source/about/index.md', '---\ntitle: About the walkers\ndate: 2026-01-01 00:00:00\n---\nWe meet on Sundays.\n');
    write('blog/source/_data/wood.yml', 'owner: Parish of Elm\nhectares: 38\nrangers: [Joss, Petronella]\n');
    return [
      'node',
      [`${modules}/hexo/bin/hexo`, 'server', '--port', port(), '--ip', '127.0.0.1', '--draft'],
      { cwd: `${work}/blog` },
    ];
  },
  ready: ({ until, url }) => until(async () => (await fetch(url)).status === 200, 'the blog'),
  async drive({ url, until }) {
    for (const path of ['/', '/chanterelles/', '/tags/edible/', '/about/'])
      await until(async () => (await fetch(url + path)).status === 200, path);
  },
};
