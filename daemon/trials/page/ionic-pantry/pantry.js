import '@ionic/core/css/core.css';
import '@ionic/core/css/structure.css';
import { initialize } from '@ionic/core/components';
import { defineCustomElement as defineApp } from '@ionic/core/components/ion-app.js';
import { defineCustomElement as defineBadge } from '@ionic/core/components/ion-badge.js';
import { defineCustomElement as defineButton } from '@ionic/core/components/ion-button.js';
import { defineCustomElement as defineButtons } from '@ionic/core/components/ion-buttons.js';
import { defineCustomElement as defineCard } from '@ionic/core/components/ion-card.js';
import { defineCustomElement as defineCardContent } from '@ionic/core/components/ion-card-content.js';
import { defineCustomElement as defineCardHeader } from '@ionic/core/components/ion-card-header.js';
import { defineCustomElement as defineCardTitle } from '@ionic/core/components/ion-card-title.js';
import { defineCustomElement as defineContent } from '@ionic/core/components/ion-content.js';
import { defineCustomElement as defineHeader } from '@ionic/core/components/ion-header.js';
import { defineCustomElement as defineInput } from '@ionic/core/components/ion-input.js';
import { defineCustomElement as defineItem } from '@ionic/core/components/ion-item.js';
import { defineCustomElement as defineLabel } from '@ionic/core/components/ion-label.js';
import { defineCustomElement as defineList } from '@ionic/core/components/ion-list.js';
import { defineCustomElement as defineRange } from '@ionic/core/components/ion-range.js';
import { defineCustomElement as defineSearchbar } from '@ionic/core/components/ion-searchbar.js';
import { defineCustomElement as defineSegment } from '@ionic/core/components/ion-segment.js';
import { defineCustomElement as defineSegmentButton } from '@ionic/core/components/ion-segment-button.js';
import { defineCustomElement as defineSelect } from '@ionic/core/components/ion-select.js';
import { defineCustomElement as defineSelectOption } from '@ionic/core/components/ion-select-option.js';
import { defineCustomElement as defineTitle } from '@ionic/core/components/ion-title.js';
import { defineCustomElement as defineToggle } from '@ionic/core/components/ion-toggle.js';
import { defineCustomElement as defineToolbar } from '@ionic/core/components/ion-toolbar.js';
import {
  $chosen,
  $good,
  $history,
  $low,
  $settings,
  $shopping,
  $shown,
  changeGood,
  choose,
  keepers,
  put,
  writeShoppingList,
} from './store.js';

document.documentElement.classList.add('ion-ce');
initialize({ mode: 'md' });
for (const define of [
  defineApp,
  defineBadge,
  defineButton,
  defineButtons,
  defineCard,
  defineCardContent,
  defineCardHeader,
  defineCardTitle,
  defineContent,
  defineHeader,
  defineInput,
  defineItem,
  defineLabel,
  defineList,
  defineRange,
  defineSearchbar,
  defineSegment,
  defineSegmentButton,
  defineSelect,
  defineSelectOption,
  defineTitle,
  defineToggle,
  defineToolbar,
])
  define();

const byId = (id) => document.getElementById(id);

$shown.subscribe((goods) => {
  byId('goods').replaceChildren(
    ...goods.map(({ id, name, amount, unit }) => {
      const item = document.createElement('ion-item');
      item.className = 'good';
      item.button = true;
      item.innerHTML = '<ion-label></ion-label><ion-badge slot="end"></ion-badge>';
      item.firstChild.textContent = name;
      item.lastChild.textContent = `${amount} ${unit}`;
      item.addEventListener('click', () => choose(id));
      return item;
    }),
  );
});
$low.subscribe((count) => {
  byId('low').textContent = `${count} low`;
});
$good.subscribe((good) => {
  if (good === undefined) return;
  byId('name').textContent = good.name;
  byId('amount').textContent = `${good.amount} ${good.unit}`;
  byId('note').value = good.note;
  byId('least').value = good.least;
});
$settings.subscribe(({ alerts, keeper, place }) => {
  byId('alerts').checked = alerts;
  byId('keeper').value = keeper;
  byId('place').value = place;
});
$history.subscribe((steps) => {
  byId('history').textContent = steps.at(-1) ?? 'Nothing changed yet';
});
$shopping.subscribe((lines) => {
  byId('list').replaceChildren(
    ...lines.map(({ name, buy, unit }) => {
      const item = document.createElement('ion-item');
      item.textContent = `${name}: ${buy} ${unit}`;
      return item;
    }),
  );
});

for (const name of keepers) {
  const option = document.createElement('ion-select-option');
  option.value = name;
  option.textContent = name;
  byId('keeper').append(option);
}
byId('place').addEventListener('ionChange', ({ detail }) => $settings.setKey('place', detail.value));
byId('search').addEventListener('ionInput', ({ detail }) => $settings.setKey('search', detail.value ?? ''));
byId('alerts').addEventListener('ionChange', ({ detail }) => $settings.setKey('alerts', detail.checked));
byId('keeper').addEventListener('ionChange', ({ detail }) => $settings.setKey('keeper', detail.value));
byId('note').addEventListener('ionInput', ({ detail }) => $chosen.get() !== null && changeGood({ note: detail.value ?? '' }));
byId('least').addEventListener('ionChange', ({ detail }) => $chosen.get() !== null && changeGood({ least: detail.value }));
byId('more').addEventListener('click', () => put(1));
byId('less').addEventListener('click', () => put(-1));
byId('shopping').addEventListener('click', writeShoppingList);
