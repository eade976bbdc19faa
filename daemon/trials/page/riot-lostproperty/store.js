import observable from '@riotjs/observable';

const emptyClaim = () => ({ claimant: '', town: '', marks: '', proven: false, send: 'fetch', problems: [] });

export const createStore = ({ items, clerk, station, today, letters, fees }) => {
  const state = {
    clerk,
    station,
    today,
    items: items.map((item) => ({ ...item })),
    shelf: 'all',
    search: '',
    chosen: null,
    claim: null,
    fee: 0,
    notice: '',
    visits: [],
  };
  const store = observable({
    state,
    letters,
    fees,
    get shown() {
      const { shelf, search } = state;
      return state.items.filter((item) => (shelf === 'all' || item.shelf === shelf) && item.what.includes(search));
    },
    get chosenItem() {
      return state.items.find(({ tag }) => tag === state.chosen);
    },
    lookAt(shelf) {
      state.shelf = shelf;
      store.trigger('changed');
    },
    searchFor(text) {
      state.search = text;
      store.trigger('changed');
    },
    choose(tag) {
      state.chosen = tag;
      state.claim = null;
      state.fee = fees.feeFor(store.chosenItem, today);
      state.visits.push(tag);
      store.trigger('changed');
    },
    beginClaim() {
      state.claim = emptyClaim();
      store.trigger('changed');
    },
    fillClaim(field, value) {
      state.claim[field] = value;
      state.claim.problems = [
        ...(state.claim.claimant ? [] : ['who claims it?']),
        ...(state.claim.marks.length < 10 ? ['describe it better'] : []),
      ];
      store.trigger('changed');
    },
    handOver() {
      const { claimant, send, problems } = state.claim;
      if (problems.length > 0) return;
      store.chosenItem.state = send === 'post' ? 'posted' : 'handed over';
      store.chosenItem.owner = claimant;
      state.notice = `${store.chosenItem.tag} goes to ${claimant}`;
      state.claim = null;
      store.trigger('changed');
    },
    askOwner() {
      letters.write(state.claim.claimant, store.chosenItem.what);
      state.notice = `${letters.outbox.length} letter written`;
      store.trigger('changed');
    },
    sendToAuction() {
      store.chosenItem.state = 'auction';
      state.notice = `${store.chosenItem.tag} will be sold`;
      store.trigger('changed');
    },
  });
  return store;
};
