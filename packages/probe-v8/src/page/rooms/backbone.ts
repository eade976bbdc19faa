import type { Finder } from './parts.js';
import type { Room, RoomKit } from './room.js';

/** Models keep their data in `attributes`, collections their models in a list; views listen to both, and hold the rest of what an application knows. */
function createBackbone({ values, collector, holders }: RoomKit): Finder {
  const { own, names } = values;
  const textOf = (value: unknown, name: string): string => {
    const held = own(value, name);
    return typeof held === 'string' ? held : '';
  };
  /** Who hears of it leads on; it may lead back, so what is taken is known before. */
  const follow = (speaker: object): void => {
    const events = own(speaker, '_events');
    if (typeof events !== 'object' || events === null) return;
    for (const type of Object.keys(events)) {
      const list = own(events, type);
      for (const entry of Array.isArray(list) ? list.slice(0, 20) : []) holders.adopt(own(entry, 'ctx'));
    }
  };
  const place = (kind: string, hint: string | undefined, holder: object, value: unknown): void => {
    const name = holders.named(hint, kind);
    const sign = name === kind ? holders.sign(holder, value) : '';
    const address = `backbone:${name}${sign && `:${sign}`}`;
    collector.place({ address, name, source: 'store', library: 'Backbone', value });
  };
  const isModel = (value: unknown): boolean =>
    typeof own(value, 'attributes') === 'object' && own(value, 'changed') !== undefined && textOf(value, 'cid') !== '';
  /** What a view is made of, and not what it holds. */
  const ofView = /^(cid|el|\$el|\$\w*|options|className|tagName|id|attributes|events|template|_\w*)$/;
  return {
    holders: [
      {
        test: (value) => Array.isArray(own(value, 'models')) && own(value, '_byId') !== undefined,
        take: (collection, hint) => {
          collector.seen.add(collection);
          place('collection', hint, collection, own(collection, 'models'));
          follow(collection);
        },
      },
      {
        // One of a collection is told there.
        test: (value) => isModel(value) && own(value, 'collection') === undefined,
        take: (model, hint) => {
          collector.seen.add(model);
          place('model', hint, model, own(model, 'attributes'));
          follow(model);
        },
      },
      {
        // One that shows a model of a collection is one of many.
        test: (value) =>
          /^view\d+$/.test(textOf(value, 'cid')) &&
          own(value, '$el') !== undefined &&
          own(own(value, 'model'), 'collection') === undefined,
        take: (view) => {
          collector.seen.add(view);
          const fields: Record<string, unknown> = {};
          for (const key of names(view)) {
            const held = own(view, key);
            if (ofView.test(key) || typeof held === 'function' || holders.adopt(held, key)) continue;
            fields[key] = held;
          }
          const element = own(view, 'el');
          if (Object.keys(fields).length > 0) place('view', textOf(element, 'id') || undefined, view, fields);
        },
      },
    ],
  };
}

export const backbone: Room = {
  name: 'Backbone',
  globals: /^Backbone$/,
  fields: /^(_events|_listeners|_listenId|_previousAttributes)$/,
  classes: /^Listening$/,
  inside: ({ own, has }) => ({
    unwrap: (value) => {
      const attributes = has(value, 'cid') ? own(value, 'attributes') : undefined;
      if (typeof attributes === 'object') return attributes;
      const models = has(value, '_byId') ? own(value, 'models') : undefined;
      return Array.isArray(models) ? models : value;
    },
  }),
  finder: createBackbone,
};
