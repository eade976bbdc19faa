/** An apiary: Ember with a service, a route, Glimmer components, tracked properties and a classic object. */
import Application from '@ember/application';
import { fn } from '@ember/helper';
import { on } from '@ember/modifier';
import EmberObject, { action, set } from '@ember/object';
import EmberRouter from '@ember/routing/router';
import Service, { service } from '@ember/service';
import { template } from '@ember/template-compiler/runtime';
import Component from '@glimmer/component';
import { tracked } from '@glimmer/tracking';

const Weather = EmberObject.extend({ outlook: 'fair', degrees: 17 });

class Hives extends Service {
  @tracked hives = [
    { name: 'North', queen: 'Ada', frames: 8 },
    { name: 'Orchard', queen: 'Beatrix', frames: 10 },
  ];
  @tracked harvested = 0;
  weather = Weather.create();

  get frames(): number {
    return this.hives.reduce((sum, hive) => sum + hive.frames, 0);
  }
  settle(name: string, queen: string): void {
    this.hives = [...this.hives, { name, queen, frames: 6 }];
  }
  @action harvest(jars: number): void {
    this.harvested += jars;
    set(this.weather, 'outlook', 'cloudy');
  }
}

class HiveRow extends Component {
  @tracked open = false;
  toggle = (): void => {
    this.open = !this.open;
  };
}
template(
  `<li class="hive"><b class="name">{{@hive.name}}</b> <span class="queen">{{@hive.queen}}</span>
    <button type="button" {{on "click" this.toggle}}>Look inside {{@hive.name}}</button>
    {{#if this.open}}<span class="frames">{{@hive.frames}} frames</span>{{/if}}</li>`,
  { component: HiveRow, scope: () => ({ on }) },
);

class Apiary extends Component {
  @service declare hives: Hives;
  @tracked season = 'spring';
  smoker = 'lit';
}
template(
  `<h1>Apiary in {{this.season}}</h1>
  <ul class="hives">{{#each this.hives.hives as |hive|}}<HiveRow @hive={{hive}} />{{/each}}</ul>
  <p class="jars">{{this.hives.harvested}} jars</p>
  <button type="button" {{on "click" (fn this.hives.harvest 4)}}>Harvest</button>`,
  { component: Apiary, scope: () => ({ HiveRow, fn, on }) },
);

class Router extends EmberRouter {
  location = 'none';
}
const parts: Record<string, unknown> = {
  'router:main': Router,
  'service:hives': Hives,
  'template:application': template('<Apiary />', { scope: () => ({ Apiary }) }),
};

class App extends Application {
  rootElement = '#app';
  Resolver = { create: () => ({ resolve: (name: string) => parts[name] }) };
}
App.create();
