const letter = (id, folder, from, subject, received, body, rest = {}) => ({
  id,
  folder,
  from,
  subject,
  received,
  body,
  unread: true,
  starred: false,
  attachments: [],
  ...rest,
});

export class Box {
  letters = $state([
    letter(901, 'inbox', 'Ottilie Frank', 'Robes for the tour', '2026-10-02 08:14', 'How many robes do we still have?'),
    letter(
      902,
      'inbox',
      'Concert hall Vantaa',
      'Contract for 12 December',
      '2026-10-02 09:40',
      'Please sign and return by Friday.',
      {
        attachments: [{ file: 'contract.pdf', kilobytes: 318 }],
      },
    ),
    letter(903, 'inbox', 'Marek Zielinski', 'Sick this week', '2026-10-03 07:05', 'No voice, no rehearsal for me.', {
      unread: false,
    }),
    letter(904, 'inbox', 'Bus company Leino', 'Offer: 48 seats', '2026-10-03 11:30', 'The price is 1,960 with a driver.', {
      starred: true,
    }),
    letter(880, 'sent', 'me', 'Rehearsal plan', '2026-09-28 19:22', 'Sopranos come an hour earlier.', { unread: false }),
    letter(871, 'bin', 'Lucky Lottery', 'You have won', '2026-09-25 03:01', 'Claim now.'),
  ]);
  folder = $state('inbox');
  openId = $state(null);
  query = $state('');
  draft = $state(null);
  signature = $state('Sing well, Heidi');
  notice = $state('');

  get shown() {
    return this.letters.filter(
      ({ folder, subject, from }) =>
        folder === this.folder && `${subject} ${from}`.toLowerCase().includes(this.query.toLowerCase()),
    );
  }
  get unread() {
    return this.letters.filter((one) => one.folder === 'inbox' && one.unread).length;
  }
  get open() {
    return this.letters.find(({ id }) => id === this.openId);
  }
  read(id) {
    this.openId = id;
    this.open.unread = false;
  }
  reply() {
    this.draft = { to: this.open.from, subject: `Re: ${this.open.subject}`, copy: '', message: '', important: false };
  }
  send() {
    const { to, subject, message } = this.draft;
    this.letters.push(letter(1000 + this.letters.length, 'sent', 'me', subject, 'now', message, { unread: false }));
    this.draft = null;
    this.notice = `Sent to ${to}`;
  }
  throwAway() {
    this.open.folder = 'bin';
    this.notice = 'Moved to the bin';
    this.openId = null;
  }
}
