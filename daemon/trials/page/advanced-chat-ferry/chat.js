import { register } from '/node_modules/vue-advanced-chat/dist/vue-advanced-chat.es.js';

register();

class Crew {
  #messages = new Map([
    [
      'deck',
      [
        {
          _id: 'm1',
          senderId: 'ulla',
          content: 'Is anybody at the slip?',
          username: 'Ulla',
          date: '17 November',
          timestamp: '06:10',
          seen: true,
        },
        {
          _id: 'm2',
          senderId: 'me',
          content: 'On my way, five minutes',
          username: 'Kasper',
          date: '17 November',
          timestamp: '06:12',
          seen: true,
        },
        {
          _id: 'm3',
          senderId: 'ulla',
          content: 'The ramp is icy, take salt',
          username: 'Ulla',
          date: '17 November',
          timestamp: '06:13',
          saved: true,
        },
      ],
    ],
    [
      'engine',
      [
        {
          _id: 'm9',
          senderId: 'otto',
          content: 'Oil pressure back to normal',
          username: 'Otto',
          date: '16 November',
          timestamp: '22:47',
        },
      ],
    ],
  ]);
  rooms = [
    {
      roomId: 'deck',
      roomName: 'Deck',
      avatar: '',
      unreadCount: 0,
      users: [
        { _id: 'me', username: 'Kasper', status: { state: 'online' } },
        { _id: 'ulla', username: 'Ulla', status: { state: 'online' } },
      ],
    },
    {
      roomId: 'engine',
      roomName: 'Engine room',
      avatar: '',
      unreadCount: 4,
      lastMessage: { content: 'Oil pressure back to normal', senderId: 'otto', timestamp: '22:47' },
      users: [
        { _id: 'me', username: 'Kasper', status: { state: 'online' } },
        { _id: 'otto', username: 'Otto', status: { state: 'offline', lastChanged: 'yesterday' } },
      ],
    },
    {
      roomId: 'office',
      roomName: 'Harbour office',
      avatar: '',
      unreadCount: 1,
      users: [
        { _id: 'me', username: 'Kasper' },
        { _id: 'runa', username: 'Runa' },
      ],
    },
  ];
  watch = { shift: 'early', until: '14:00', vessel: 'Lyra' };
  muted = ['office'];

  constructor(element) {
    this.element = element;
    element.addEventListener('fetch-messages', ({ detail: [{ room }] }) => this.open(room.roomId));
    element.addEventListener('send-message', ({ detail: [{ content, roomId }] }) => this.send(roomId, content));
    element.addEventListener('add-room', () => this.addRoom('New room'));
  }
  open(roomId) {
    this.current = roomId;
    this.element.messages = [...(this.#messages.get(roomId) ?? [])];
    this.element.messagesLoaded = true;
  }
  send(roomId, content) {
    const some = this.#messages.get(roomId) ?? [];
    this.#messages.set(roomId, [
      ...some,
      { _id: `m${some.length + 20}`, senderId: 'me', username: 'Kasper', content, date: '17 November', timestamp: '06:20' },
    ]);
    this.open(roomId);
  }
  addRoom(roomName) {
    this.rooms = [
      ...this.rooms,
      { roomId: `room-${this.rooms.length}`, roomName, avatar: '', users: [{ _id: 'me', username: 'Kasper' }] },
    ];
    this.element.rooms = this.rooms;
  }
}

const element = document.querySelector('vue-advanced-chat');
const crew = new Crew(element);
element.rooms = crew.rooms;
element.roomsLoaded = true;
