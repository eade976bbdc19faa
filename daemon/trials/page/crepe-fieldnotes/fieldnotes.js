import { Crepe } from '@milkdown/crepe';
import '@milkdown/crepe/theme/common/style.css';
import '@milkdown/crepe/theme/frame.css';
import { proxy, subscribe } from 'valtio/vanilla';

const by = (id) => document.getElementById(id);
const book = proxy({
  author: 'Hedda Voll',
  open: 'bog',
  notes: {
    bog: {
      title: 'Cranberry bog',
      tag: 'wetland',
      locked: false,
      savedAt: null,
      text: '# Cranberry bog\n\nTwelve cranes at dawn, **two young**.\n\n- water at 14 cm\n- ice gone since Monday\n\n> Ask Per about the ditch.\n',
    },
    ridge: {
      title: 'Stone ridge',
      tag: 'lichen',
      locked: true,
      savedAt: '07:40',
      text: '# Stone ridge\n\nMap lichen on the north side.\n\n1. plot four\n2. plot nine\n',
    },
    pond: { title: 'Pond', tag: 'frogs', locked: false, savedAt: '18:05', text: '# Pond\n\nNothing calls yet.\n' },
  },
  saves: 0,
});

let crepe;
const current = () => book.notes[book.open];
const wordsIn = (text) => (text.match(/\p{L}+/gu) ?? []).length;

const draw = () => {
  const note = current();
  by('author').textContent = book.author;
  by('tag').value = note.tag;
  by('locked').checked = note.locked;
  by('words').textContent = `${wordsIn(note.text)} words`;
  by('saved').textContent = `${book.saves} saves`;
  const buttons = Object.entries(book.notes).map(([id, { title }]) => {
    const button = document.createElement('button');
    button.textContent = title;
    button.setAttribute('aria-pressed', String(id === book.open));
    button.addEventListener('click', () => show(id));
    return button;
  });
  by('list').replaceChildren(...buttons);
};

const show = async (id) => {
  book.open = id;
  await crepe?.destroy();
  const note = current();
  crepe = new Crepe({ root: by('editor'), defaultValue: note.text });
  crepe.on((listener) =>
    listener.markdownUpdated((_, text) => {
      note.text = text;
      note.title = /^# (.*)$/m.exec(text)?.[1] ?? note.title;
    }),
  );
  await crepe.create();
  crepe.setReadonly(note.locked);
  document.body.dataset.shown = id;
};

by('tag').addEventListener('input', ({ target }) => {
  current().tag = target.value;
});
by('locked').addEventListener('change', ({ target }) => {
  current().locked = target.checked;
  crepe.setReadonly(target.checked);
});
by('save').addEventListener('click', () => {
  current().savedAt = '09:15';
  book.saves += 1;
});
by('add').addEventListener('click', () => {
  const id = `note-${Object.keys(book.notes).length + 1}`;
  book.notes[id] = { title: 'Untitled', tag: '', locked: false, savedAt: null, text: '# Untitled\n' };
  show(id);
});
subscribe(book, draw);
draw();
show('bog');
