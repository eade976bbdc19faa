/** The reception of a vet as a chat bot on the Bot Framework as published: what people said lies in its memory storage, by conversation and by user. */
export default {
  get: { npm: { botbuilder: '4.23.3', express: '4.21.2' }, files: ['bot.cjs'] },
  ports: ['main', 'channel'],
  start: async ({ program, port, start, until, trial }) => {
    const channel = start('node', [`${trial}/channel.mjs`, port('channel')]);
    await until(() => channel.said().includes('open'), 'the channel');
    return ['node', [`${program}/bot.cjs`], { env: { PORT: String(port()) } }];
  },
  ready: ({ until, said }) => until(() => said().includes('open'), 'the bot'),
  async drive({ json, port, until }) {
    const say = (conversation, [id, name], text) =>
      json('/api/messages', {
        type: 'message',
        id: `${conversation}-${text.length}`,
        channelId: 'emulator',
        serviceUrl: `http://127.0.0.1:${port('channel')}`,
        from: { id, name },
        recipient: { id: 'reception', name: 'Reception' },
        conversation: { id: conversation },
        locale: 'en-GB',
        text,
      });
    const wiebke = ['u-wiebke', 'Wiebke Jansen'];
    for (const text of ['Sheepdog', 'Ate a glove', '10:00']) await say('chat-481', wiebke, text);
    const cem = ['u-cem', 'Cem Yildiz'];
    for (const text of ['Parrot', 'Loses feathers']) await say('chat-482', cem, text);
    const heard = await until(async () => {
      const all = await json(`http://127.0.0.1:${port('channel')}/`);
      return all.length >= 5 && all;
    }, 'the answers');
    if (!heard.includes('Dr. Aydin expects you at 10:00.')) throw new Error(heard.join(' / '));
    if ((await json('/diary'))[2].owner !== 'Wiebke Jansen') throw new Error('nothing was written into the diary');
  },
};
