import htm from 'htm';
import { h, render } from 'preact';
import { useState } from 'preact/hooks';
import { createStore } from './store.js';

const html = htm.bind(h);
const pounds = (amount) => `£${amount.toFixed(2)}`;

const Packet = ({ packet, store }) => html`
  <article class="packet ${packet.stock === 0 ? 'sold-out' : ''}">
    <h3>${packet.name}</h3>
    <p>${pounds(packet.price)}, sow in ${packet.sow}</p>
    <button disabled=${packet.stock === 0} onClick=${() => store.add(packet.sku)}>Add ${packet.name}</button>
  </article>
`;

const Catalogue = ({ store }) => html`
  <section>
    <label>Show
      <select value=${store.kind.value} onChange=${(event) => (store.kind.value = event.target.value)}>
        <option value="all">Everything</option>
        <option value="vegetable">Vegetables</option>
        <option value="flower">Flowers</option>
        <option value="herb">Herbs</option>
      </select>
    </label>
    ${store.shown.value.map((packet) => html`<${Packet} key=${packet.sku} packet=${packet} store=${store} />`)}
  </section>
`;

const Coupon = ({ store }) => {
  const [code, setCode] = useState('');
  return html`
    <p>
      <label>Coupon <input value=${code} onInput=${(event) => setCode(event.target.value)} /></label>
      <button onClick=${() => store.redeem(code)}>Redeem</button>
      ${store.coupon.value && html`<em>${store.coupon.value.code} ${store.coupon.value.valid ? 'accepted' : 'not known'}</em>`}
    </p>
  `;
};

const Basket = ({ store }) => html`
  <aside>
    <h2>Basket</h2>
    <ul>
      ${store.lines.value.map(
        (line) => html`
          <li key=${line.sku}>
            ${line.name} × ${line.quantity}
            <button aria-label="One less of ${line.name}" onClick=${() => store.takeOut(line.sku)}>−</button>
          </li>
        `,
      )}
    </ul>
    <${Coupon} store=${store} />
    <fieldset>
      <legend>Delivery</legend>
      <label><input type="radio" name="delivery" value="post" checked=${store.delivery.value === 'post'} onChange=${() => (store.delivery.value = 'post')} /> By post</label>
      <label><input type="radio" name="delivery" value="collect" checked=${store.delivery.value === 'collect'} onChange=${() => (store.delivery.value = 'collect')} /> Collect from the nursery</label>
    </fieldset>
    <p><label>Your name <input name="customer" value=${store.customer.name} onInput=${(event) => (store.customer.name.value = event.target.value)} /></label></p>
    <p><label>Town <input name="town" value=${store.customer.town} onInput=${(event) => (store.customer.town.value = event.target.value)} /></label></p>
    <dl>
      <dt>Subtotal</dt><dd>${pounds(store.subtotal.value)}</dd>
      <dt>Discount</dt><dd>${pounds(store.discount.value)}</dd>
      <dt>Postage</dt><dd>${pounds(store.postage.value)}</dd>
      <dt>Total</dt><dd>${pounds(store.total.value)}</dd>
    </dl>
    <button onClick=${store.empty}>Empty the basket</button>
    <button disabled=${store.lines.value.length === 0} onClick=${store.place}>Place the order</button>
    ${store.order.value && html`<p role="status">Order ${store.order.value.number}: ${store.order.value.packets} packets go to ${store.order.value.to} in ${store.order.value.town}</p>`}
  </aside>
`;

const App = ({ store }) => html`
  <header><h1>Bellweather Seeds</h1></header>
  <${Catalogue} store=${store} />
  <${Basket} store=${store} />
`;

render(html`<${App} store=${createStore()} />`, document.body);
