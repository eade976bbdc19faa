const hoodiecrow = require('hoodiecrow-imap');

const server = hoodiecrow({
  plugins: ['ID', 'SASL-IR', 'IDLE'],
  id: { name: 'post-office', version: '0.9' },
  storage: {
    INBOX: {
      messages: [
        {
          raw: 'Subject: Boiler inspection\r\nFrom: janitor@example.org\r\n\r\nOn Friday.',
          flags: ['\\Seen'],
          internaldate: '14-Sep-2026 21:22:28 -0300',
        },
        { raw: 'Subject: Lost scarf\r\nFrom: desk@example.org\r\n\r\nIt is red.', flags: [] },
      ],
    },
    '': { separator: '/', folders: { Archive: { messages: [] }, 'Sent items': { 'special-use': '\\Sent' } } },
  },
  users: { postmaster: { password: 'not-told' } },
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
