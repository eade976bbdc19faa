/** A nursery: Angular with an NgRx store. */
import '@angular/compiler';
import { Component, inject, provideZonelessChangeDetection } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { bootstrapApplication } from '@angular/platform-browser';
import { createAction, createReducer, on, props, provideStore, Store } from '@ngrx/store';

interface Nursery {
  readonly plants: readonly { readonly species: string; readonly pots: number }[];
  readonly season: string;
}
const sow = createAction('[Nursery] Sow', props<{ species: string; pots: number }>());
const initial: Nursery = { plants: [{ species: 'Fern', pots: 12 }], season: 'spring' };
const reducer = createReducer(
  initial,
  on(sow, (state, { species, pots }) => ({ ...state, plants: [...state.plants, { species, pots }] })),
);

class NurseryComponent {
  readonly store = inject(Store<{ nursery: Nursery }>);
  readonly nursery = toSignal(this.store.select('nursery'), { initialValue: initial });
  bench = 'north';
  sowTomatoes(): void {
    this.store.dispatch(sow({ species: 'Tomato', pots: 6 }));
  }
}
Component({
  selector: 'app-root',
  template: `<h1>Nursery</h1>
    <ul class="plants">@for (plant of nursery().plants; track plant.species) {<li><b class="species">{{ plant.species }}</b> <i class="pots">{{ plant.pots }}</i></li>}</ul>
    <button type="button" (click)="sowTomatoes()">Sow tomatoes</button>`,
})(NurseryComponent);

document.getElementById('app')?.replaceWith(document.createElement('app-root'));
void bootstrapApplication(NurseryComponent, {
  providers: [provideZonelessChangeDetection(), provideStore({ nursery: reducer })],
});
