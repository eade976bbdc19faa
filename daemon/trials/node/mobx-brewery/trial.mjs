/** Libraries that tell of every change (MobX, Preact's signals, Jotai without a page, as published), in an ES module. */
export default {
  get: { npm: { mobx: '7.1.3', '@preact/signals-core': '1.14.5', jotai: '3.0.1' }, files: ['brewery.mjs'] },
  start: ({ program }) => ['node', [`${program}/brewery.mjs`]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the brewery'),
  async drive({ stdin }) {
    stdin(
      'brew porter 240\nbrew saison 180\ndeliver barley 50\ndeliver rye 20\nprice porter 5.2\nheat 101\nshift 14 22\nbrewer Kato\nferment 1 12\n',
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
  },
};
