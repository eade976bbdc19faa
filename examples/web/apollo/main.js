/** An observatory: an Apollo Client cache behind plain elements. */
import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client/core';

const answer = { planets: [{ __typename: 'Planet', id: '4', name: 'Mars', moons: 2 }] };
const link = new ApolloLink(() => Observable.of({ data: answer }));
const client = new ApolloClient({ cache: new InMemoryCache(), link });
const query = gql`query { planets { id name moons } }`;

const app = document.getElementById('app');
app.innerHTML = '<h1>Observatory</h1><p class="planet"></p><button type="button">Discover a moon</button>';
const show = ({ data }) => {
  app.querySelector('.planet').textContent = data.planets.map((planet) => planet.name).join(', ');
};
client.watchQuery({ query }).subscribe(show);
app
  .querySelector('button')
  .addEventListener('click', () => client.cache.modify({ id: 'Planet:4', fields: { moons: (moons) => moons + 1 } }));
