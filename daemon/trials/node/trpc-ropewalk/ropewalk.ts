import { EventEmitter, on } from 'node:events';
import { initTRPC, TRPCError } from '@trpc/server';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import { z } from 'zod';

interface Rope {
  id: number;
  fibre: 'hemp' | 'sisal' | 'manila';
  strands: number;
  metres: number;
  breakingTons: number;
}
interface Order {
  number: number;
  ship: string;
  rope: number;
  metres: number;
  state: 'open' | 'laid' | 'sent';
}

const t = initTRPC.context<{ worker: string }>().create();

const createYard = () => {
  const ropes: Rope[] = [
    { id: 1, fibre: 'hemp', strands: 3, metres: 410, breakingTons: 6.2 },
    { id: 2, fibre: 'manila', strands: 4, metres: 275, breakingTons: 9.8 },
    { id: 3, fibre: 'sisal', strands: 3, metres: 60, breakingTons: 3.1 },
  ];
  const orders: Order[] = [];
  const machine = { running: false, twistPerMetre: 11, tar: 64, foreman: 'Cornelia' };
  const refused = new Map<string, string>();
  const news = new EventEmitter();
  let nextNumber = 901;
  return { ropes, orders, machine, refused, news, takeNumber: () => nextNumber++ };
};
const yard = createYard();
const lastWorkers = new Set<string>();

const noting = t.middleware(({ ctx, path, next }) => {
  lastWorkers.add(`${ctx.worker}: ${path}`);
  return next();
});
const procedure = t.procedure.use(noting);

const ropeRouter = t.router({
  list: procedure.query(() => yard.ropes),
  splice: procedure.input(z.object({ id: z.number(), metres: z.number().positive() })).mutation(({ input }) => {
    const rope = yard.ropes.find(({ id }) => id === input.id);
    if (!rope) throw new TRPCError({ code: 'NOT_FOUND' });
    rope.metres += input.metres;
    return rope;
  }),
  lay: procedure
    .input(z.object({ fibre: z.enum(['hemp', 'sisal', 'manila']), strands: z.number(), metres: z.number() }))
    .mutation(({ input }) => {
      const rope: Rope = { id: yard.ropes.length + 1, ...input, breakingTons: input.strands * 1.9 };
      yard.ropes.push(rope);
      yard.machine.tar -= 4;
      return rope;
    }),
});

const orderRouter = t.router({
  place: procedure.input(z.object({ ship: z.string(), rope: z.number(), metres: z.number() })).mutation(({ input }) => {
    const rope = yard.ropes.find(({ id }) => id === input.rope);
    if (!rope || rope.metres < input.metres) {
      yard.refused.set(input.ship, `Only ${rope?.metres ?? 0} metres there`);
      throw new TRPCError({ code: 'BAD_REQUEST', message: 'Too long' });
    }
    rope.metres -= input.metres;
    const order: Order = { number: yard.takeNumber(), ...input, state: 'open' };
    yard.orders.push(order);
    yard.news.emit('order', order);
    return order;
  }),
  send: procedure.input(z.object({ number: z.number() })).mutation(({ input }) => {
    const order = yard.orders.find(({ number }) => number === input.number);
    if (!order) throw new TRPCError({ code: 'NOT_FOUND' });
    order.state = 'sent';
    return order;
  }),
  follow: procedure.subscription(async function* ({ signal }) {
    for await (const [order] of on(yard.news, 'order', { signal })) yield order as Order;
  }),
});

const machineRouter = t.router({
  start: procedure.mutation(() => Object.assign(yard.machine, { running: true })),
  stop: procedure.mutation(() => Object.assign(yard.machine, { running: false })),
  refillTar: procedure.mutation(() => Object.assign(yard.machine, { tar: 100 })),
  setTwist: procedure.input(z.object({ perMetre: z.number() })).mutation(({ input }) => {
    yard.machine.twistPerMetre = input.perMetre;
    return yard.machine;
  }),
});

const appRouter = t.router({ rope: ropeRouter, order: orderRouter, machine: machineRouter });
export type AppRouter = typeof appRouter;

createHTTPServer({
  router: appRouter,
  createContext: ({ req }) => ({ worker: String(req.headers['x-worker'] ?? 'nobody') }),
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('the ropewalk is open'));
