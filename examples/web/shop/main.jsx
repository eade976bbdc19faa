/** A small shop: React and Redux Toolkit. A cart is filled, an order is placed. */
import { configureStore, createSlice } from '@reduxjs/toolkit';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useDispatch, useSelector } from 'react-redux';

const products = [
  { id: 'tea', name: 'Green tea', price: 4.5, stock: 12, supplier: 'Leaf & Co' },
  { id: 'mug', name: 'Stone mug', price: 11, stock: 3, supplier: 'Kiln' },
  { id: 'pot', name: 'Iron pot', price: 39.9, stock: 1, supplier: 'Foundry' },
];

const catalog = createSlice({ name: 'catalog', initialState: { products, currency: 'EUR' }, reducers: {} });
const cart = createSlice({
  name: 'cart',
  initialState: { items: [], coupon: null },
  reducers: {
    addItem(state, { payload }) {
      const found = state.items.find((item) => item.id === payload.id);
      if (found) found.quantity += 1;
      else {
        const { id, name, price } = products.find((product) => product.id === payload.id);
        state.items.push({ id, name, price, quantity: 1 });
      }
    },
    removeItem(state, { payload }) {
      state.items = state.items.filter((item) => item.id !== payload.id);
    },
    emptied(state) {
      state.items = [];
    },
  },
});
const order = createSlice({
  name: 'order',
  initialState: { status: 'none', number: null, total: 0, customer: null },
  reducers: {
    placed(state, { payload }) {
      Object.assign(state, { status: 'placed', number: payload.number, total: payload.total, customer: payload.customer });
    },
  },
});
const session = createSlice({
  name: 'session',
  initialState: { user: 'ada', accessToken: 'tok-5d1f0c1e-secret', visits: 7 },
  reducers: {},
});

const store = configureStore({
  reducer: { catalog: catalog.reducer, cart: cart.reducer, order: order.reducer, session: session.reducer },
});
const totalOf = (items) => items.reduce((sum, item) => sum + item.price * item.quantity, 0);

const Catalog = () => {
  const dispatch = useDispatch();
  const { products } = useSelector((state) => state.catalog);
  return (
    <section aria-label="Products">
      <h2>Products</h2>
      <ul className="products">
        {products.map((product) => (
          <li key={product.id} className="product" data-id={product.id}>
            <span className="name">{product.name}</span> <span className="price">{product.price.toFixed(2)} €</span>{' '}
            <button type="button" onClick={() => dispatch(cart.actions.addItem({ id: product.id }))}>
              Add to cart
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Cart = () => {
  const dispatch = useDispatch();
  const { items } = useSelector((state) => state.cart);
  return (
    <section aria-label="Cart">
      <h2>Cart</h2>
      <table id="cart">
        <thead>
          <tr>
            <th>Article</th>
            <th>Quantity</th>
            <th>Sum</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>{item.name}</td>
              <td>{item.quantity}</td>
              <td>{(item.price * item.quantity).toFixed(2)} €</td>
              <td>
                <button type="button" onClick={() => dispatch(cart.actions.removeItem({ id: item.id }))}>
                  Remove
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="total">Total: {totalOf(items).toFixed(2)} €</p>
    </section>
  );
};

const Checkout = () => {
  const dispatch = useDispatch();
  const items = useSelector((state) => state.cart.items);
  const status = useSelector((state) => state.order);
  const [customer, setCustomer] = useState('');
  const [shipping, setShipping] = useState('standard');
  const submit = (event) => {
    event.preventDefault();
    if (items.length === 0) return;
    dispatch(order.actions.placed({ number: (status.number ?? 1000) + 1, total: totalOf(items), customer }));
    dispatch(cart.actions.emptied());
  };
  return (
    <form id="checkout" onSubmit={submit}>
      <h2>Checkout</h2>
      {status.status === 'placed' && (
        <p role="status">
          Order {status.number} placed for {status.customer}.
        </p>
      )}
      <label>
        Name <input name="customer" required value={customer} onChange={(event) => setCustomer(event.target.value)} />
      </label>
      <label>
        Shipping{' '}
        <select name="shipping" value={shipping} onChange={(event) => setShipping(event.target.value)}>
          <option value="standard">Standard</option>
          <option value="express">Express</option>
        </select>
      </label>
      <label>
        Card number <input name="card" type="password" defaultValue="4111111111111111" />
      </label>
      <button type="submit" disabled={items.length === 0}>
        Place order
      </button>
    </form>
  );
};

createRoot(document.getElementById('app')).render(
  <Provider store={store}>
    <h1>Tea shop</h1>
    <Catalog />
    <Cart />
    <Checkout />
  </Provider>,
);
