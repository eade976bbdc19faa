const { ActivityHandler, CloudAdapter, ConversationState, MemoryStorage, UserState } = require('botbuilder');
const { ConfigurationBotFrameworkAuthentication } = require('botbuilder');
const express = require('express');

/** The practice that the bot speaks for. */
const practice = { name: 'Practice on the Dyke', town: 'Husum', emergencyLine: '04841 77 120' };
const diary = [
  { time: '09:00', vet: 'Dr. Petersen', owner: 'Frauke Thoms', animal: 'Goose', reason: 'Limps' },
  { time: '09:30', vet: 'Dr. Petersen', owner: null, animal: null, reason: null },
  { time: '10:00', vet: 'Dr. Aydin', owner: null, animal: null, reason: null },
  { time: '10:30', vet: 'Dr. Aydin', owner: null, animal: null, reason: null },
];

class ReceptionBot extends ActivityHandler {
  constructor(conversationState, userState) {
    super();
    this.conversationState = conversationState;
    this.userState = userState;
    this.booking = conversationState.createProperty('booking');
    this.owner = userState.createProperty('owner');
    this.handled = 0;
    this.onMessage(async (context, next) => {
      this.handled += 1;
      await this.answer(context);
      await next();
    });
    this.onMembersAdded(async (context, next) => {
      await context.sendActivity(`Moin, this is the ${practice.name}.`);
      await next();
    });
  }

  async answer(context) {
    const owner = await this.owner.get(context, { name: context.activity.from.name, animals: [], language: 'en' });
    const booking = await this.booking.get(context, { step: 'animal' });
    const text = context.activity.text.trim();
    if (text === 'start again') {
      await this.booking.set(context, { step: 'animal' });
      return context.sendActivity('Which animal is it about?');
    }
    if (booking.step === 'animal') {
      Object.assign(booking, { animal: text, step: 'reason' });
      if (!owner.animals.includes(text)) owner.animals.push(text);
      return context.sendActivity(`What is the matter with the ${text}?`);
    }
    if (booking.step === 'reason') {
      Object.assign(booking, { reason: text, step: 'time' });
      const free = diary.filter((one) => one.owner === null).map(({ time }) => time);
      return context.sendActivity(`When would you come? Free are ${free.join(', ')}.`);
    }
    const slot = diary.find(({ time, owner: taken }) => time === text && taken === null);
    if (booking.step === 'time' && slot) {
      Object.assign(slot, { owner: owner.name, animal: booking.animal, reason: booking.reason });
      Object.assign(booking, { time: text, step: 'booked' });
      return context.sendActivity(`${slot.vet} expects you at ${text}.`);
    }
    return context.sendActivity('I did not understand that.');
  }

  async run(context) {
    await super.run(context);
    await this.conversationState.saveChanges(context, false);
    await this.userState.saveChanges(context, false);
  }
}

const storage = new MemoryStorage();
const bot = new ReceptionBot(new ConversationState(storage), new UserState(storage));
const adapter = new CloudAdapter(new ConfigurationBotFrameworkAuthentication({}));
adapter.onTurnError = async (_, error) => console.error(error);

const app = express();
app.use(express.json());
app.post('/api/messages', (request, response) => adapter.process(request, response, (context) => bot.run(context)));
app.get('/diary', (_, response) => response.json(diary));
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('open'));
