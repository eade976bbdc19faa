/** Orders live in a closure: nothing but the functions that it returns can see them. */
const createOrders = () => {
  const orders = [];
  let revenue = 0;
  return {
    place(total, note) {
      const order = { number: 1000 + orders.length, total, note: note ?? null, state: 'open' };
      orders.push(order);
      revenue += total;
      return order;
    },
    async ship(number) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const order = orders.find((one) => one.number === number);
      if (!order) throw new RangeError(`No order ${number}.`);
      order.state = 'shipped';
      return order;
    },
    report: () => ({ count: orders.length, revenue }),
  };
};

export const orders = createOrders();
