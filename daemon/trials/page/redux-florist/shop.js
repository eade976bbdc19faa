const { createElement: h, useState } = window.React;
const { configureStore, createEntityAdapter, createSelector, createSlice } = window.RTK;
const { Provider, useDispatch, useSelector } = window.ReactRedux;

const products = createEntityAdapter({ sortComparer: (a, b) => a.title.localeCompare(b.title) });
const catalogue = createSlice({
  name: 'catalogue',
  initialState: products.setAll(products.getInitialState({ season: 'all' }), [
    { id: 'peony', title: 'Peony bunch', price: 18.5, stock: 7, season: 'spring', grower: 'Halm nursery' },
    { id: 'lily', title: 'White lilies', price: 22, stock: 4, season: 'summer', grower: 'Halm nursery' },
    { id: 'tulip', title: 'Tulips, mixed', price: 12, stock: 31, season: 'spring', grower: 'Polder 9' },
    { id: 'dahlia', title: 'Dahlia basket', price: 27.25, stock: 0, season: 'autumn', grower: 'Anouk Breuer' },
    { id: 'holly', title: 'Holly wreath', price: 34, stock: 12, season: 'winter', grower: 'Anouk Breuer' },
  ]),
  reducers: {
    seasonChosen: (state, { payload }) => {
      state.season = payload;
    },
  },
});

const vouchers = { AUTUMN10: 10, WELCOME5: 5 };
const basket = createSlice({
  name: 'basket',
  initialState: { lines: [], voucher: null, discount: 0, giftWrap: false },
  reducers: {
    lineAdded({ lines }, { payload }) {
      const line = lines.find(({ productId }) => productId === payload);
      if (line) line.quantity += 1;
      else lines.push({ productId: payload, quantity: 1 });
    },
    lineRemoved(state, { payload }) {
      state.lines = state.lines.filter(({ productId }) => productId !== payload);
    },
    voucherRedeemed(state, { payload }) {
      state.voucher = payload;
      state.discount = vouchers[payload] ?? 0;
    },
    giftWrapSet(state, { payload }) {
      state.giftWrap = payload;
    },
  },
});

const delivery = createSlice({
  name: 'delivery',
  initialState: { recipient: 'Mirjam Oster', street: '', day: '', message: 'Get well soon', status: 'open', orderNumber: null },
  reducers: {
    fieldChanged: (state, { payload: { field, value } }) => {
      state[field] = value;
    },
    ordered: (state) => {
      state.status = 'ordered';
      state.orderNumber = 'FF-20418';
    },
  },
});

const store = configureStore({
  reducer: { catalogue: catalogue.reducer, basket: basket.reducer, delivery: delivery.reducer },
  devTools: false,
});
const all = products.getSelectors((state) => state.catalogue);
const shown = createSelector([all.selectAll, (state) => state.catalogue.season], (some, season) =>
  some.filter((one) => season === 'all' || one.season === season),
);
const total = createSelector([all.selectEntities, (state) => state.basket], (byId, { lines, discount }) => {
  const sum = lines.reduce((so, { productId, quantity }) => so + byId[productId].price * quantity, 0);
  return (sum * (100 - discount)) / 100;
});
const euro = (amount) => `${amount.toFixed(2)} €`;

const Products = () => {
  const dispatch = useDispatch();
  const some = useSelector(shown);
  const season = useSelector((state) => state.catalogue.season);
  return h(
    'main',
    null,
    h(
      'label',
      null,
      'Season ',
      h(
        'select',
        { value: season, onChange: (event) => dispatch(catalogue.actions.seasonChosen(event.target.value)) },
        ['all', 'spring', 'summer', 'autumn', 'winter'].map((one) => h('option', { key: one }, one)),
      ),
    ),
    some.map(({ id, title, price, stock }) =>
      h(
        'article',
        { key: id, className: 'product' },
        h('h3', null, title),
        h('p', null, euro(price)),
        h('p', null, stock === 0 ? 'Sold out' : `${stock} left`),
        h('button', { disabled: stock === 0, onClick: () => dispatch(basket.actions.lineAdded(id)) }, 'Add to basket'),
      ),
    ),
  );
};

const Basket = () => {
  const dispatch = useDispatch();
  const { lines, giftWrap, discount } = useSelector((state) => state.basket);
  const byId = useSelector(all.selectEntities);
  const sum = useSelector(total);
  const [code, setCode] = useState('');
  return h(
    'aside',
    null,
    h('h2', null, 'Basket'),
    lines.map(({ productId, quantity }) =>
      h(
        'p',
        { key: productId },
        `${quantity} × ${byId[productId].title} `,
        h('button', { onClick: () => dispatch(basket.actions.lineRemoved(productId)) }, 'Remove'),
      ),
    ),
    h('label', null, 'Voucher ', h('input', { value: code, onChange: (event) => setCode(event.target.value) })),
    h('button', { onClick: () => dispatch(basket.actions.voucherRedeemed(code)) }, 'Redeem'),
    discount > 0 && h('p', null, `${discount} % off`),
    h(
      'label',
      null,
      h('input', {
        type: 'checkbox',
        checked: giftWrap,
        onChange: (event) => dispatch(basket.actions.giftWrapSet(event.target.checked)),
      }),
      ' Gift wrap',
    ),
    h('p', null, 'Total: ', h('strong', null, euro(sum))),
  );
};

const Delivery = () => {
  const dispatch = useDispatch();
  const state = useSelector((all) => all.delivery);
  const field = (name, label, type = 'text') =>
    h(
      'label',
      null,
      `${label} `,
      h('input', {
        type,
        value: state[name],
        onChange: (event) => dispatch(delivery.actions.fieldChanged({ field: name, value: event.target.value })),
      }),
    );
  return h(
    'section',
    null,
    h('h2', null, 'Delivery'),
    field('recipient', 'Recipient'),
    field('street', 'Street'),
    field('day', 'Delivery day', 'date'),
    field('message', 'Card message'),
    state.status === 'ordered'
      ? h('p', null, `Thank you. Your order is ${state.orderNumber}.`)
      : h('button', { onClick: () => dispatch(delivery.actions.ordered()) }, 'Place order'),
  );
};

window.ReactDOM.createRoot(document.getElementById('root')).render(
  h(Provider, { store }, h('h1', null, 'Fern & Foxglove'), h(Products), h(Basket), h(Delivery)),
);
