/* global webix, $$ */
const folders = [
  {
    id: 'feature',
    value: 'Features',
    open: true,
    data: [
      { id: 'nitrate', value: 'Nitrate', celsius: 4 },
      { id: 'safety', value: 'Safety stock', celsius: 12 },
    ],
  },
  { id: 'short', value: 'Shorts', celsius: 15 },
];
const reels = [
  { id: 31, folder: 'nitrate', title: 'The Salt Road', year: 1927, metres: 2140, state: 'Brittle', keeper: 'Ansel', lent: false },
  { id: 32, folder: 'nitrate', title: 'Kitefield', year: 1931, metres: 1875, state: 'Good', keeper: 'Joanna', lent: true },
  { id: 33, folder: 'safety', title: 'Nightboat', year: 1956, metres: 2610, state: 'Fair', keeper: 'Ansel', lent: false },
  { id: 34, folder: 'safety', title: 'A Borrowed Coat', year: 1962, metres: 2488, state: 'Good', keeper: 'Milo', lent: false },
  { id: 35, folder: 'short', title: 'Ferry No. 9', year: 1949, metres: 310, state: 'Shrunken', keeper: 'Milo', lent: true },
];
const archive = { name: 'Harmon Film Archive', curator: 'Dr Edda Voss', inspections: 0, last: '' };

const say = (text) => {
  archive.last = text;
  $$('status').setValues({ text });
};

webix.ready(() => {
  webix.ui({
    rows: [
      {
        view: 'toolbar',
        cols: [
          { view: 'label', label: archive.name },
          {
            view: 'search',
            id: 'find',
            label: 'Find',
            width: 320,
            on: { onTimedKeyPress: () => $$('reels').filter('#title#', $$('find').getValue()) },
          },
          {
            view: 'button',
            value: 'Inspect',
            width: 110,
            click: () => {
              const reel = $$('reels').getSelectedItem();
              if (!reel) return;
              archive.inspections += 1;
              $$('reels').updateItem(reel.id, { state: 'Inspected' });
              say(`Inspected ${reel.title}`);
            },
          },
        ],
      },
      {
        cols: [
          {
            view: 'tree',
            id: 'folders',
            width: 220,
            select: true,
            data: folders,
            on: { onAfterSelect: (id) => $$('reels').filter((one) => id === 'feature' || one.folder === id) },
          },
          {
            view: 'datatable',
            id: 'reels',
            select: 'row',
            data: reels,
            columns: [
              { id: 'title', header: 'Title', fillspace: true, sort: 'string' },
              { id: 'year', header: 'Year', width: 80, sort: 'int' },
              { id: 'metres', header: 'Metres', width: 90, sort: 'int' },
              { id: 'state', header: 'Condition', width: 120 },
              { id: 'lent', header: 'Lent', width: 70, template: ({ lent }) => (lent ? 'yes' : '') },
            ],
          },
          {
            view: 'form',
            id: 'reel',
            width: 320,
            elements: [
              { view: 'text', name: 'title', label: 'Title' },
              { view: 'counter', name: 'metres', label: 'Metres', max: 9999 },
              {
                view: 'richselect',
                name: 'state',
                label: 'Condition',
                options: ['Good', 'Fair', 'Shrunken', 'Brittle', 'Inspected'],
              },
              { view: 'text', name: 'keeper', label: 'Keeper' },
              { view: 'checkbox', name: 'lent', label: 'Lent', checkValue: true, uncheckValue: false },
              {
                view: 'button',
                value: 'Save',
                css: 'webix_primary',
                click: () => {
                  $$('reel').save();
                  say(`Saved ${$$('reel').getValues().title}`);
                },
              },
              {},
            ],
          },
        ],
      },
      { view: 'template', id: 'status', height: 36, template: '#text#', data: { text: 'Ready' } },
    ],
  });
  $$('reel').bind($$('reels'));
});
