import type { PageElement } from '../injected/dom-types.js';
import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** D3 keeps what an element was drawn from on the element itself, and what listens to it beside that. Elements of one parent are a list. */
function createD3({ values, collector }: RoomKit): Finder {
  const { own } = values;
  const most = 4000;
  const speaks = /^[a-zA-Z][\w-]{2,30}$/;
  const dataOf = (element: object | null): unknown => (element ? own(element, '__data__') : undefined);
  /** Its own class, or what it lies in; the kind of a shape is how it is drawn, not what it is. */
  const nameOf = (element: PageElement): string => {
    for (let at: PageElement | null = element, i = 0; at && i < 6; at = at.parentElement, i++)
      for (const given of [at.getAttribute('class'), at.getAttribute('id'), at.getAttribute('aria-label')]) {
        const word = given?.trim().split(/\s+/)[0] ?? '';
        if (speaks.test(word) && !/\d{3,}/.test(word)) return word;
      }
    return 'marks';
  };
  return {
    find(document) {
      const lists = new Map<object, Map<string, unknown[]>>();
      const all = document.getElementsByTagName('*');
      for (let i = 0; i < most; i++) {
        const element = all[i];
        if (!element) break;
        const data = dataOf(element);
        if (data === undefined) continue;
        const listening = own(element, '__on');
        for (const one of Array.isArray(listening) ? listening : []) {
          const handler = own(one, 'value');
          if (typeof handler === 'function') collector.functions.add(handler);
        }
        const parent = element.parentElement;
        // What is put into an element has its data from there.
        if (!parent || (typeof data === 'object' && dataOf(parent) === data)) continue;
        const ofParent = lists.get(parent) ?? new Map<string, unknown[]>();
        lists.set(parent, ofParent);
        const name = nameOf(element);
        const list = ofParent.get(name);
        if (list) list.push(data);
        else ofParent.set(name, [data]);
      }
      const told = new Set<unknown>();
      for (const named of lists.values())
        for (const [name, list] of named) {
          // Several marks of one record are one record.
          const news = [...new Set(list)].filter((one) => !told.has(one));
          for (const one of news) if (typeof one === 'object') told.add(one);
          if (news.length === 0) continue;
          collector.place({ address: `d3:${name}`, name, source: 'component', library: 'D3', value: news });
        }
    },
  };
}

export const d3: Room = {
  name: 'D3',
  globals: /^d3$/,
  finder: createD3,
};
