import { routes } from './routes.js';
import { store } from './store.js';

const $$ = Dom7;

const app = new Framework7({
  el: '#app',
  name: 'Cold Water',
  id: 'org.tarnside.coldwater',
  theme: 'ios',
  colors: { primary: '#0a7d8c' },
  store,
  routes,
  view: { animate: false, browserHistory: false },
  popup: { closeByBackdropClick: false, animate: false },
});

const openSwimForm = (spot) => {
  $$('#swim-form select').html(store.state.spots.map(({ name }) => `<option>${name}</option>`).join(''));
  app.form.fillFromData('#swim-form', { spot, minutes: '', companion: '', note: '', wetsuit: [] });
  app.popup.open('#new-swim');
};
const saveSwim = () => {
  store.dispatch('addSwim', app.form.convertToData('#swim-form'));
  app.popup.close('#new-swim');
};

app.on('swimAsked', openSwimForm);
$$('#save-swim').on('click', saveSwim);
