/** A brewery behind a message bus (MassTransit, in memory): three batches in a saga, two in different states and one in kegs, a beer at a tap, two reviews. */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Brewery.dll`, port()]],
  ready: ({ until, json }) => until(async () => (await json('/')) !== undefined, 'the server'),
  async drive({ json }) {
    const copper = await json('/batches/Copper%20Fox?litres=800', {});
    await json('/batches/Black%20Swan?litres=450', {});
    const grey = await json('/batches/Grey%20Goose?litres=300', {});
    await pause(500);
    await json(`/batches/${copper}/ferment?temperature=18.5`, {});
    await json(`/batches/${grey}/ferment?temperature=12`, {});
    await pause(500);
    await json(`/batches/${grey}/keg?kegs=7`, {});
    await json('/tap/Old%20Heron?line=3', {});
    await json('/rate/Old%20Heron?stars=4&guest=Mirko', {});
    await json('/rate/Old%20Heron?stars=5&guest=Selma', {});
    await pause(1000);
  },
};
