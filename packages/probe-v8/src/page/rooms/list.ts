import { alpine } from './alpine.js';
import { angular } from './angular.js';
import { angularJs } from './angularjs.js';
import { apollo } from './apollo.js';
import { backbone } from './backbone.js';
import { cells } from './cells.js';
import { d3 } from './d3.js';
import { ember } from './ember.js';
import { immutable } from './immutable.js';
import { jquery } from './jquery.js';
import { knockout } from './knockout.js';
import { mobx } from './mobx.js';
import { nanostores } from './nanostores.js';
import { ngrx } from './ngrx.js';
import type { Inside, Looking, Lore } from './parts.js';
import { pinia } from './pinia.js';
import { preact } from './preact.js';
import { react } from './react.js';
import { redux } from './redux.js';
import { richText } from './rich-text.js';
import type { Room } from './room.js';
import { rxjs } from './rxjs.js';
import { solid } from './solid.js';
import { stimulus } from './stimulus.js';
import { svelte } from './svelte.js';
import { tanstackQuery } from './tanstack-query.js';
import { views } from './views.js';
import { vue } from './vue.js';
import { vuex } from './vuex.js';
import { webComponents } from './web-components.js';
import { xstate } from './xstate.js';
import { yjs } from './yjs.js';
import { zustand } from './zustand.js';

/** In the order in which they look, and in which they take what fits more than one. */
export const rooms: readonly Room[] = [
  react,
  vue,
  preact,
  angular,
  angularJs,
  svelte,
  solid,
  ember,
  alpine,
  knockout,
  stimulus,
  webComponents,
  redux,
  zustand,
  tanstackQuery,
  apollo,
  pinia,
  vuex,
  ngrx,
  rxjs,
  xstate,
  backbone,
  mobx,
  nanostores,
  yjs,
  immutable,
  cells,
  richText,
  d3,
  jquery,
  views,
];

const namesOf = (...kinds: Room['keeps'][]): string[] => rooms.flatMap(({ name, keeps }) => (kinds.includes(keeps) ? name : []));
const either = (pick: (room: Room) => RegExp | undefined): RegExp =>
  new RegExp(rooms.flatMap((room) => pick(room)?.source ?? []).join('|') || '(?!)');

export const lore: Lore = {
  frameworks: namesOf('components', 'all'),
  keepers: namesOf('all'),
  globals: either(({ globals }) => globals),
  fields: either(({ fields }) => fields),
  classes: either(({ classes }) => classes),
  variables: either(({ variables }) => variables),
  leads: either(({ leads }) => leads),
  madeUp: either(({ madeUp }) => madeUp),
};

export const generatedNames: RegExp = either((room) => room.generatedNames);

export const insides: readonly ((look: Looking) => Inside)[] = rooms.flatMap(({ inside }) => inside ?? []);

/** Of those that servers use as well, and whose things tell what they hold by their fields alone. */
export const serverInsides: readonly ((look: Looking) => Inside)[] = [
  preact,
  svelte,
  rxjs,
  backbone,
  mobx,
  yjs,
  immutable,
].flatMap(({ inside }) => inside ?? []);
