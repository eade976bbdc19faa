import { component, install, register } from 'riot';
import ClaimForm from './components/claim-form.riot';
import ItemCard from './components/item-card.riot';
import LostOffice from './components/lost-office.riot';
import ShelfList from './components/shelf-list.riot';
import { found, rules } from './found.js';
import { FeeService } from './services/fees.js';
import { LetterService } from './services/letters.js';
import { createStore } from './store.js';

const store = createStore({
  items: found,
  clerk: 'Wilma Tansley',
  station: 'Garrowby Junction',
  today: '2026-11-06',
  letters: new LetterService({ sender: 'lost@northernbranch.example', closing: 'Mind the step' }),
  fees: new FeeService(rules),
});

install((instance) => {
  instance.store = store;
  return instance;
});
register('claim-form', ClaimForm);
register('item-card', ItemCard);
register('shelf-list', ShelfList);
component(LostOffice)(document.querySelector('lost-office'));
