const { createTransport } = require('nodemailer');

const transport = createTransport({ host: '127.0.0.1', port: Number(process.argv[2]), ignoreTLS: true });
const send = (to, subject, text) =>
  transport.sendMail({ from: 'orders@press.example', to, subject, text }).catch((error) => console.log(error.message));

(async () => {
  await send('joost@mill.example', 'Forty reams of laid paper', 'By Friday, if the river allows it.');
  await send('lena@mill.example', 'Your sample arrived', 'The grain runs the wrong way.');
  await send('nobody@mill.example', 'Hello?', 'Is anybody there?');
  console.log('sent all');
  setInterval(() => undefined, 60_000);
})();
