import { AsyncPipe } from '@angular/common';
import { Component, computed, inject, provideZonelessChangeDetection, signal } from '@angular/core';
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from '@angular/forms';
import { MatButtonModule } from '@angular/material/button';
import { MatButtonToggleModule } from '@angular/material/button-toggle';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInputModule } from '@angular/material/input';
import { MatSlideToggleModule } from '@angular/material/slide-toggle';
import { MatTableModule } from '@angular/material/table';
import { bootstrapApplication } from '@angular/platform-browser';
import { BeachService, type Flag, type Tower } from './beach.service';

@Component({
  selector: 'tower-card',
  imports: [MatButtonModule, MatButtonToggleModule, MatFormFieldModule, MatInputModule, ReactiveFormsModule],
  inputs: ['tower'],
  template: `
    <h2>{{ tower.place }}</h2>
    <p>Guard: {{ tower.guard ?? 'nobody' }}</p>
    <mat-button-toggle-group aria-label="Flag" [value]="tower.flag" (change)="beach.raise(tower.id, $event.value)">
      @for (flag of flags; track flag) {
        <mat-button-toggle [value]="flag">{{ flag }}</mat-button-toggle>
      }
    </mat-button-toggle-group>
    <p>
      Swimmers: {{ tower.swimmers }}
      <button mat-button (click)="beach.count(tower.id, 10)">Ten more</button>
    </p>
    <form [formGroup]="relief" (ngSubmit)="relieve()">
      <mat-form-field><mat-label>Relief</mat-label><input matInput formControlName="name" /></mat-form-field>
      <mat-form-field><mat-label>Until</mat-label><input matInput formControlName="until" /></mat-form-field>
      <button mat-flat-button type="submit" [disabled]="relief.invalid">Relieve</button>
    </form>
  `,
})
class TowerCard {
  tower!: Tower;
  readonly beach = inject(BeachService);
  readonly flags: Flag[] = ['green', 'yellow', 'red'];
  readonly relief = new FormGroup({
    name: new FormControl('', { nonNullable: true, validators: [Validators.required, Validators.minLength(3)] }),
    until: new FormControl('18:00', { nonNullable: true }),
  });
  relieve() {
    this.beach.post(this.tower.id, this.relief.getRawValue().name);
    this.relief.reset();
  }
}

@Component({
  selector: 'beach-board',
  imports: [AsyncPipe, MatButtonModule, MatSlideToggleModule, MatTableModule, TowerCard],
  template: `
    <h1>Lifeguards of Saltmere</h1>
    @if (beach.water$ | async; as water) {
      <p>Water: {{ water.temperature }} °C, waves {{ water.waveHeight }} m, tide {{ water.tide }}</p>
    }
    <mat-slide-toggle [checked]="beach.siren()" (change)="beach.siren.set($event.checked)">Siren</mat-slide-toggle>
    <p>In the water: {{ beach.swimmers() }}</p>
    <table mat-table [dataSource]="beach.towers()">
      <ng-container matColumnDef="place"><th mat-header-cell *matHeaderCellDef>Place</th><td mat-cell *matCellDef="let one">{{ one.place }}</td></ng-container>
      <ng-container matColumnDef="flag"><th mat-header-cell *matHeaderCellDef>Flag</th><td mat-cell *matCellDef="let one">{{ one.flag }}</td></ng-container>
      <tr mat-header-row *matHeaderRowDef="columns"></tr>
      <tr mat-row *matRowDef="let one; columns: columns" (click)="chosen.set(one.id)"></tr>
    </table>
    @if (tower(); as one) {
      <tower-card [tower]="one" />
    }
    <h2>Incidents</h2>
    <ul>
      @for (incident of beach.incidents(); track $index) {
        <li>
          {{ incident.time }} tower {{ incident.tower }}: {{ incident.what }}
          @if (!incident.closed) {
            <button mat-button (click)="beach.close(incident)">Close incident</button>
          }
        </li>
      }
    </ul>
    <button mat-stroked-button (click)="beach.report(chosen(), 'Lost child')">Report a lost child</button>
  `,
})
class BeachBoard {
  readonly beach = inject(BeachService);
  readonly columns = ['place', 'flag'];
  readonly chosen = signal(1);
  readonly tower = computed(() => this.beach.towers().find(({ id }) => id === this.chosen()));
}

bootstrapApplication(BeachBoard, { providers: [provideZonelessChangeDetection()] });
