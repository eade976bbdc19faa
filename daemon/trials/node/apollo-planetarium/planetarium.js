import { createHash } from 'node:crypto';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import DataLoader from 'dataloader';
import { GraphQLError } from 'graphql';

const typeDefs = `#graphql
  enum Dome { NORTH SOUTH }
  type Show { id: ID! title: String! minutes: Int! dome: Dome! narrator: Person seats: Int! sold: Int! left: Int! }
  type Person { id: ID! name: String! voice: String }
  type Booking { code: String! show: Show! name: String! seats: Int! paid: Boolean! }
  type Projector { name: String! lampHours: Int! on: Boolean! brightness: Int! }
  type Query { shows(dome: Dome): [Show!]! show(id: ID!): Show bookings: [Booking!]! projector: Projector! }
  type Mutation {
    book(show: ID!, name: String!, seats: Int!): Booking!
    pay(code: String!): Booking!
    cancel(code: String!): Boolean!
    setBrightness(percent: Int!): Projector!
    switchProjector(on: Boolean!): Projector!
    announce(text: String!): String!
  }
`;

class People {
  #rows = new Map([
    ['p1', { id: 'p1', name: 'Valentina Roy', voice: 'alto' }],
    ['p2', { id: 'p2', name: 'Henrik Aas', voice: 'bass' }],
  ]);
  asked = 0;
  async byIds(ids) {
    this.asked += 1;
    return ids.map((id) => this.#rows.get(id) ?? null);
  }
}

class BoxOffice {
  shows = new Map();
  bookings = new Map();
  turnedAway = [];
  notice = 'Doors open at seven';

  constructor(shows) {
    for (const show of shows) this.shows.set(show.id, { ...show, sold: 0 });
  }
  book(id, name, seats) {
    const show = this.shows.get(id);
    if (!show) throw new GraphQLError('No such show');
    if (show.sold + seats > show.seats) {
      this.turnedAway.push({ name, seats, show: id });
      throw new GraphQLError('Sold out');
    }
    show.sold += seats;
    const code = createHash('sha256')
      .update(id + name)
      .digest('hex')
      .slice(0, 6);
    const booking = { code, showId: id, name, seats, paid: false };
    this.bookings.set(code, booking);
    return booking;
  }
  pay(code) {
    const booking = this.bookings.get(code);
    if (!booking) throw new GraphQLError('No such booking');
    booking.paid = true;
    return booking;
  }
  cancel(code) {
    const booking = this.bookings.get(code);
    if (!booking) return false;
    this.shows.get(booking.showId).sold -= booking.seats;
    return this.bookings.delete(code);
  }
}

const office = new BoxOffice([
  { id: 's1', title: 'Rings of Saturn', minutes: 45, dome: 'NORTH', narratorId: 'p1', seats: 120 },
  { id: 's2', title: 'A night without a moon', minutes: 60, dome: 'SOUTH', narratorId: 'p2', seats: 80 },
  { id: 's3', title: 'Comets for children', minutes: 30, dome: 'NORTH', narratorId: 'p1', seats: 6 },
]);
const people = new People();
const projector = { name: 'Starmaster', lampHours: 812, on: true, brightness: 70 };
const tally = { queries: 0, mutations: 0, errors: 0 };

const resolvers = {
  Query: {
    shows: (_, { dome }) => [...office.shows.values()].filter((show) => !dome || show.dome === dome),
    show: (_, { id }) => office.shows.get(id),
    bookings: () => [...office.bookings.values()],
    projector: () => projector,
  },
  Mutation: {
    book: (_, { show, name, seats }) => office.book(show, name, seats),
    pay: (_, { code }) => office.pay(code),
    cancel: (_, { code }) => office.cancel(code),
    setBrightness: (_, { percent }) => Object.assign(projector, { brightness: Math.min(100, percent) }),
    switchProjector: (_, { on }) => Object.assign(projector, { on }),
    announce: (_, { text }) => {
      office.notice = text;
      return text;
    },
  },
  Show: {
    left: (show) => show.seats - show.sold,
    narrator: (show, _, { loaders }) => loaders.person.load(show.narratorId),
  },
  Booking: { show: (booking) => office.shows.get(booking.showId) },
};

const counting = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        tally[operation.operation === 'mutation' ? 'mutations' : 'queries'] += 1;
      },
      async didEncounterErrors() {
        tally.errors += 1;
      },
    };
  },
};

const server = new ApolloServer({ typeDefs, resolvers, plugins: [counting], introspection: false });
startStandaloneServer(server, {
  listen: { port: Number(process.argv[2]), host: '127.0.0.1' },
  context: async () => ({ loaders: { person: new DataLoader((ids) => people.byIds(ids)) } }),
}).then(() => console.log('the dome is dark'));
