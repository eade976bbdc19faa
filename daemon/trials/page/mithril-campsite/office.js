(() => {
  class Booking {
    constructor({ guest, pitch, arrives, nights, electricity = false }) {
      Object.assign(this, { guest, pitch, arrives, nights, electricity, status: 'booked' });
    }

    checkIn() {
      this.status = 'here';
    }
  }

  const tariff = { night: 18, electricity: 4.5, season: 'low', dogs: true };

  const bookings = {
    list: [
      new Booking({ guest: 'Maarten de Wit', pitch: 'B4', arrives: '2026-07-03', nights: 7, electricity: true }),
      new Booking({ guest: 'Chiara Conti', pitch: 'A1', arrives: '2026-07-05', nights: 3 }),
    ],
    add(fields) {
      bookings.list.push(new Booking(fields));
    },
    cancel(booking) {
      bookings.list = bookings.list.filter((one) => one !== booking);
    },
    summary() {
      const nights = bookings.list.reduce((sum, booking) => sum + booking.nights, 0);
      const here = bookings.list.filter(({ status }) => status === 'here').length;
      return `${bookings.list.length} bookings, ${nights} nights, ${here} here`;
    },
  };

  const Row = {
    view: ({ attrs: { booking } }) =>
      m('tr', [
        m('td', booking.guest),
        m('td', booking.pitch),
        m('td', booking.arrives),
        m('td', booking.nights),
        m('td', booking.status),
        m('td', [
          m('button', { onclick: () => booking.checkIn() }, `Check in ${booking.guest}`),
          m('button', { onclick: () => bookings.cancel(booking) }, `Cancel ${booking.guest}`),
        ]),
      ]),
  };

  const BookingForm = () => {
    const empty = () => ({ guest: '', pitch: '', arrives: '', nights: 1, electricity: false });
    let fields = empty();
    const input = (label, name, type = 'text') =>
      m('label', [
        `${label} `,
        m('input', {
          type,
          name,
          value: fields[name],
          oninput: ({ target }) => {
            fields[name] = type === 'number' ? target.valueAsNumber : target.value;
          },
        }),
      ]);
    return {
      view: () =>
        m(
          'form#new-booking',
          {
            onsubmit(event) {
              event.preventDefault();
              bookings.add(fields);
              fields = empty();
            },
          },
          [
            input('Guest', 'guest'),
            input('Pitch', 'pitch'),
            input('Arrives', 'arrives', 'date'),
            input('Nights', 'nights', 'number'),
            m('label', [
              m('input', {
                type: 'checkbox',
                name: 'electricity',
                checked: fields.electricity,
                onchange: ({ target }) => {
                  fields.electricity = target.checked;
                },
              }),
              ' Electricity',
            ]),
            m('button', { type: 'submit' }, 'Book'),
          ],
        ),
    };
  };

  const Prices = {
    view: () =>
      m('section#prices', [
        m('h2', 'Prices'),
        m('label', [
          'Price of a night ',
          m('input', {
            type: 'range',
            min: 10,
            max: 40,
            value: tariff.night,
            oninput: ({ target }) => {
              tariff.night = target.valueAsNumber;
            },
          }),
          m('output', tariff.night),
        ]),
        m('label', [
          'Season ',
          m(
            'select',
            {
              value: tariff.season,
              onchange: ({ target }) => {
                tariff.season = target.value;
              },
            },
            [m('option', { value: 'low' }, 'Low season'), m('option', { value: 'high' }, 'High season')],
          ),
        ]),
        m('label', [
          m('input', {
            type: 'checkbox',
            id: 'dogs',
            checked: tariff.dogs,
            onchange: ({ target }) => {
              tariff.dogs = target.checked;
            },
          }),
          ' Dogs allowed',
        ]),
      ]),
  };

  const Office = {
    view: () => [
      m('h1', 'Larch Meadow campsite'),
      m('p.summary', bookings.summary()),
      m('table', [
        m(
          'thead',
          m(
            'tr',
            ['Guest', 'Pitch', 'Arrives', 'Nights', 'Status', ''].map((text) => m('th', text)),
          ),
        ),
        m(
          'tbody',
          bookings.list.map((booking) => m(Row, { key: booking.guest, booking })),
        ),
      ]),
      m(BookingForm),
      m(Prices),
    ],
  };

  m.mount(document.getElementById('office'), Office);
})();
