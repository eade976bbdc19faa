import { computed, Injectable, signal } from '@angular/core';
import { BehaviorSubject } from 'rxjs';

export type Flag = 'green' | 'yellow' | 'red';
export interface Tower {
  id: number;
  place: string;
  guard: string | null;
  flag: Flag;
  swimmers: number;
}
export interface Incident {
  time: string;
  tower: number;
  what: string;
  closed: boolean;
}

@Injectable({ providedIn: 'root' })
export class BeachService {
  readonly towers = signal<Tower[]>([
    { id: 1, place: 'Harbour mole', guard: 'Ingrid Solheim', flag: 'green', swimmers: 42 },
    { id: 2, place: 'Long sand', guard: 'Tomasz Wilk', flag: 'yellow', swimmers: 117 },
    { id: 3, place: 'Seal rocks', guard: null, flag: 'red', swimmers: 0 },
  ]);
  readonly incidents = signal<Incident[]>([{ time: '10:20', tower: 2, what: 'Jellyfish sting', closed: true }]);
  readonly water$ = new BehaviorSubject({ temperature: 17.4, waveHeight: 0.9, tide: 'falling' });
  readonly siren = signal(false);
  readonly swimmers = computed(() => this.towers().reduce((sum, { swimmers }) => sum + swimmers, 0));

  raise(id: number, flag: Flag) {
    this.towers.update((all) => all.map((one) => (one.id === id ? { ...one, flag } : one)));
  }
  post(id: number, guard: string) {
    this.towers.update((all) => all.map((one) => (one.id === id ? { ...one, guard } : one)));
  }
  count(id: number, more: number) {
    this.towers.update((all) => all.map((one) => (one.id === id ? { ...one, swimmers: Math.max(0, one.swimmers + more) } : one)));
  }
  report(tower: number, what: string) {
    this.incidents.update((all) => [...all, { time: '14:05', tower, what, closed: false }]);
  }
  close(incident: Incident) {
    this.incidents.update((all) => all.map((one) => (one === incident ? { ...one, closed: true } : one)));
  }
  measure(temperature: number) {
    this.water$.next({ ...this.water$.value, temperature });
  }
}
