import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';

const recipes = [
  { id: '1', title: 'Ribollita', minutes: 75, vegan: true, ratings: [5, 4] },
  { id: '2', title: 'Shakshuka', minutes: 30, vegan: false, ratings: [3] },
];
const kitchen = { chef: 'Yotam', seats: 28, open: true };
let lookups = 0;
const schema = createSchema({
  typeDefs:
    'type Recipe { id: ID! title: String! minutes: Int! vegan: Boolean! } type Query { recipes: [Recipe!]! } type Mutation { addRecipe(title: String!, minutes: Int!): Recipe! }',
  resolvers: {
    Query: {
      recipes: () => {
        lookups += 1;
        return recipes;
      },
    },
    Mutation: {
      addRecipe: (_, { title, minutes }) => {
        const recipe = { id: String(recipes.length + 1), title, minutes, vegan: false, ratings: [] };
        recipes.push(recipe);
        return recipe;
      },
    },
  },
});
const yoga = createYoga({ schema, graphqlEndpoint: '/kitchen', logging: 'warn' });
createServer(yoga).listen(Number(process.argv[2]), '127.0.0.1', () => console.log(kitchen.chef, lookups));
