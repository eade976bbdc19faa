const { WebSocket } = require('ws');

/** Marta and Odd fight, Runa looks on. Teams are packed as the server's protocol has them. */
const teams = {
  'Marta Quill': 'Duvet|Snorlax|Leftovers|Immunity|curse,bodyslam,rest,sleeptalk|Careful|252,0,4,0,252,0|M|||64|',
  'Odd Berge': 'Pond|Ludicolo|Leftovers|Swift Swim|raindance,surf,icebeam,leechseed|Calm|252,0,4,0,252,0|F|||71|',
};
const format = 'gen3ou';
const [port] = process.argv.slice(2);

const join = (name) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/showdown/websocket`);
    const heard = [];
    const person = {
      say: (text, room = '') => socket.send(`${room}|${text}`),
      hear: (look) =>
        new Promise((found) => {
          const check = () => {
            const one = heard.find((text) => look.test(text));
            if (one) found(look.exec(one));
            else setTimeout(check, 50);
          };
          check();
        }),
    };
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      heard.push(text);
      if (text.includes('|challstr|')) person.say(`/trn ${name},0,`);
      if (text.includes(`|updateuser| ${name}`)) resolve(person);
    });
  });

const act = async () => {
  const marta = await join('Marta Quill');
  const odd = await join('Odd Berge');
  const runa = await join('Runa Falk');
  for (const one of [marta, odd, runa]) {
    one.say('/join lobby');
    await one.hear(/\|title\|Lobby/);
  }
  marta.say('The ducks are back on the meadow', 'lobby');
  await odd.hear(/The ducks are back/);
  runa.say('Then I bring bread', 'lobby');
  await odd.hear(/Then I bring bread/);
  runa.say('/blockchallenges');
  runa.say('/avatar lass');
  marta.say(`/utm ${teams['Marta Quill']}`);
  odd.say(`/utm ${teams['Odd Berge']}`);
  marta.say(`/challenge Odd Berge, ${format}`);
  await odd.hear(/\|\/challenge gen/);
  odd.say('/accept Marta Quill');
  const [, room] = await marta.hear(/^>(battle-\S+)/);
  runa.say(`/join ${room}`);
  await runa.hear(new RegExp(`^>${room}`));
  await odd.hear(/\|turn\|1/);
  marta.say('/choose move curse', room);
  odd.say('/choose move raindance', room);
  await odd.hear(/\|turn\|2/);
  console.log('turn two');
};

act();
