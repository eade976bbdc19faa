import { combine, createEvent, createStore, sample } from 'effector';

export const craneChosen = createEvent();
export const cranePaused = createEvent();
export const craneResumed = createEvent();
export const limitChanged = createEvent();
export const operatorChanged = createEvent();
export const filterTyped = createEvent();
export const alarmAcknowledged = createEvent();
export const shiftChosen = createEvent();
export const autoToggled = createEvent();

const start = [
  { id: 'CR-11', site: 'East basin', operator: 'Tove Ask', tons: 40, moves: 118, state: 'lifting', wind: 9 },
  { id: 'CR-12', site: 'East basin', operator: 'Peder Holm', tons: 40, moves: 96, state: 'idle', wind: 9 },
  { id: 'CR-21', site: 'Ore pier', operator: 'Sunniva Berg', tons: 65, moves: 51, state: 'lifting', wind: 13 },
  { id: 'CR-22', site: 'Ore pier', operator: 'Nils Rud', tons: 65, moves: 47, state: 'service', wind: 13 },
  { id: 'CR-31', site: 'Ferry ramp', operator: 'Aud Lien', tons: 18, moves: 203, state: 'lifting', wind: 6 },
];
const change = (cranes, id, part) => cranes.map((one) => (one.id === id ? { ...one, ...part } : one));

export const $chosen = createStore(null).on(craneChosen, (_, id) => id);
export const $cranes = createStore(start);
export const $filter = createStore('').on(filterTyped, (_, text) => text);
export const $shift = createStore('morning').on(shiftChosen, (_, shift) => shift);
export const $automatic = createStore(true).on(autoToggled, (_, on) => on);
export const $alarms = createStore([
  { crane: 'CR-21', text: 'Wind above limit', grade: 'high', acknowledged: false },
  { crane: 'CR-22', text: 'Rope due for change', grade: 'low', acknowledged: false },
]).on(alarmAcknowledged, (alarms, text) => alarms.map((one) => (one.text === text ? { ...one, acknowledged: true } : one)));

const ofChosen = (clock, change_) =>
  sample({
    clock,
    source: { cranes: $cranes, chosen: $chosen },
    filter: ({ chosen }) => chosen !== null,
    fn: ({ cranes, chosen }, value) => change(cranes, chosen, change_(value)),
    target: $cranes,
  });
ofChosen(cranePaused, () => ({ state: 'paused' }));
ofChosen(craneResumed, () => ({ state: 'lifting' }));
ofChosen(limitChanged, (tons) => ({ tons }));
ofChosen(operatorChanged, (operator) => ({ operator }));

export const $shown = combine($cranes, $filter, (cranes, filter) =>
  cranes.filter(({ id, site, operator }) => `${id} ${site} ${operator}`.toLowerCase().includes(filter.toLowerCase())),
);
export const $movesToday = $cranes.map((cranes) => cranes.reduce((sum, { moves }) => sum + moves, 0));
