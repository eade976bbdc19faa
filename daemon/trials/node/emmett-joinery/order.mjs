import { IllegalStateError } from '@event-driven-io/emmett';

export const initialState = () => ({ status: 'none', pieces: 0, finished: 0 });

export const evolve = (order, { type, data }) => {
  switch (type) {
    case 'OrderPlaced':
      return { ...order, status: 'placed', pieces: data.pieces };
    case 'WorkBegun':
      return { ...order, status: 'working' };
    case 'PieceFinished':
      return { ...order, finished: order.finished + 1 };
    case 'OrderDelivered':
      return { ...order, status: 'delivered' };
    default:
      return order;
  }
};

const event = (type, data) => ({ type, data });

export const decide = {
  place(order, { number, customer, item, timber, pieces, due }) {
    if (order.status !== 'none') throw new IllegalStateError(`Order ${number} is placed already`);
    return event('OrderPlaced', { number, customer, item, timber, pieces, due });
  },
  begin(order, { joiner }) {
    if (order.status !== 'placed') throw new IllegalStateError('Work can begin once, on an order that is placed');
    return event('WorkBegun', { joiner });
  },
  finish(order, { by }) {
    if (order.status !== 'working' || order.finished === order.pieces) throw new IllegalStateError('Nothing is in work');
    return event('PieceFinished', { by });
  },
  move(order, { due, reason }) {
    if (order.status === 'delivered') throw new IllegalStateError('It is delivered');
    return event('DeadlineMoved', { due, reason });
  },
  deliver(order, { to }) {
    if (order.finished < order.pieces) throw new IllegalStateError('Pieces are missing');
    return event('OrderDelivered', { to });
  },
};
