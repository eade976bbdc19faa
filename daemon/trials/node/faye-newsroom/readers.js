const faye = require('faye');

/** Two readers who stay connected. */
const reader = async (channels) => {
  const client = new faye.Client(`http://127.0.0.1:${process.env.PORT}/news`);
  for (const channel of channels) await client.subscribe(channel, () => undefined);
};
(async () => {
  await reader(['/sport', '/weather']);
  await reader(['/weather']);
  console.log('reading');
})();
