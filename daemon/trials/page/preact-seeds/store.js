import { batch, computed, signal } from '@preact/signals';
import { packets } from './catalogue.js';

export const createStore = () => {
  const kind = signal('all');
  const lines = signal([]);
  const coupon = signal(null);
  const delivery = signal('post');
  const customer = { name: signal(''), town: signal('') };
  const order = signal(null);

  const shown = computed(() => packets.filter((packet) => kind.value === 'all' || packet.kind === kind.value));
  const subtotal = computed(() => lines.value.reduce((sum, { price, quantity }) => sum + price * quantity, 0));
  const discount = computed(() => (coupon.value?.code === 'EARLYBIRD' ? subtotal.value * 0.1 : 0));
  const postage = computed(() => (delivery.value === 'collect' ? 0 : subtotal.value > 25 ? 0 : 3.5));
  const total = computed(() => Math.round((subtotal.value - discount.value + postage.value) * 100) / 100);

  const change = (sku, by) => {
    const packet = packets.find((one) => one.sku === sku);
    const line = lines.value.find((one) => one.sku === sku);
    const quantity = Math.min((line?.quantity ?? 0) + by, packet.stock);
    const rest = lines.value.filter((one) => one !== line);
    if (quantity <= 0) lines.value = rest;
    else if (line) lines.value = lines.value.map((one) => (one === line ? { ...line, quantity } : one));
    else lines.value = [...rest, { sku, name: packet.name, price: packet.price, quantity }];
  };

  return {
    kind,
    lines,
    coupon,
    delivery,
    customer,
    order,
    shown,
    subtotal,
    discount,
    postage,
    total,
    add: (sku) => change(sku, 1),
    takeOut: (sku) => change(sku, -1),
    empty: () => {
      lines.value = [];
    },
    redeem: (code) => {
      coupon.value = { code: code.trim().toUpperCase(), valid: code.trim().toUpperCase() === 'EARLYBIRD' };
    },
    place: () =>
      batch(() => {
        order.value = {
          number: 5821,
          to: customer.name.value,
          town: customer.town.value,
          packets: lines.value.reduce((sum, { quantity }) => sum + quantity, 0),
          paid: total.value,
        };
        lines.value = [];
        coupon.value = null;
      }),
  };
};
