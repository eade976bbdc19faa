const water = `# Water

The spring is *below* the chapel. See [the map](https://hut.example/map "Map of the springs") and [stove](/pages/stove).

## Before the frost

- [x] Drain the tank
- [ ] Wrap the pipe
- [ ] Oil the pump

| Tank | Litres |
|:-----|-------:|
| North | 640 |
| Attic | 95 |
`;
const stove = `# Stove

1. Open the flue
2. Lay birch, never larch

\`\`\`sh
cat /dev/thermometer
\`\`\`

> Never leave it alone at night.
`;

/** A handbook of Markdig's documents: the pages of a mountain hut, one written twice, one pinned, and what guests said of them. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Hut.dll`, port()]],
  ready: ({ until, said }) => until(() => said().includes('the hut is open'), 'the hut'),
  async drive({ json, url }) {
    const write = async (name, editor, body) => {
      const { ok } = await fetch(`${url}/pages/${name}?editor=${editor}`, { method: 'PUT', body });
      if (!ok) throw new Error(`${name} was not written`);
    };
    await write('water', 'Alois', '# Water\n\nAsk at the bar.\n');
    await write('water', 'Zenzi', water);
    await write('stove', 'Korbinian', stove);
    await json('/pages/stove/comments?guest=Tilde+Aas&text=The+flue+sticks', {}, 'POST');
    await json('/pages/water/pin', {}, 'POST');
    await json('/season?season=winter&beds=23', {}, 'POST');
  },
};
