import { format, getDay, parse, startOfWeek } from 'date-fns';
import { enGB } from 'date-fns/locale';
import { useMemo, useState } from 'react';
import { Calendar, dateFnsLocalizer } from 'react-big-calendar';
import { createRoot } from 'react-dom/client';
import 'react-big-calendar/lib/css/react-big-calendar.css';

const localizer = dateFnsLocalizer({ format, parse, startOfWeek, getDay, locales: { 'en-GB': enGB } });
const at = (day, hour, minute = 0) => new Date(2027, 2, day, hour, minute);

const rooms = [
  { name: 'Vault', squareMetres: 62, rate: 34 },
  { name: 'Attic', squareMetres: 28, rate: 19 },
  { name: 'Booth', squareMetres: 11, rate: 12 },
];
const firstBookings = [
  {
    id: 501,
    title: 'Brass quintet',
    room: 'Vault',
    contact: 'Hugo Brandt',
    people: 5,
    paid: false,
    start: at(9, 10),
    end: at(9, 12, 30),
  },
  {
    id: 502,
    title: 'Vocal lesson',
    room: 'Booth',
    contact: 'Amara Obi',
    people: 2,
    paid: true,
    start: at(10, 15),
    end: at(10, 16),
  },
  {
    id: 503,
    title: 'Garage band',
    room: 'Attic',
    contact: 'Finn Doyle',
    people: 4,
    paid: false,
    start: at(11, 18),
    end: at(11, 21),
  },
  {
    id: 504,
    title: 'Podcast taping',
    room: 'Booth',
    contact: 'Lena Fox',
    people: 3,
    paid: true,
    start: at(12, 9),
    end: at(12, 11),
  },
  {
    id: 505,
    title: 'Choir weekend',
    room: 'Vault',
    contact: 'Pia Lund',
    people: 24,
    paid: true,
    start: at(27, 9),
    end: at(28, 17),
  },
];

const Studio = () => {
  const [bookings, setBookings] = useState(firstBookings);
  const [view, setView] = useState('month');
  const [date, setDate] = useState(at(10, 0));
  const [chosen, setChosen] = useState(null);
  const [room, setRoom] = useState('all');
  const [remarks, setRemarks] = useState({});
  const shown = useMemo(() => bookings.filter((one) => room === 'all' || one.room === room), [bookings, room]);
  const booking = bookings.find((one) => one.id === chosen);
  const change = (changes) => setBookings(bookings.map((one) => (one.id === chosen ? { ...one, ...changes } : one)));
  const cancel = () => {
    setBookings(bookings.filter((one) => one.id !== chosen));
    setChosen(null);
  };
  return (
    <>
      <h1>Studio bookings</h1>
      <label>
        Room{' '}
        <select value={room} onChange={(event) => setRoom(event.target.value)}>
          <option>all</option>
          {rooms.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
      </label>
      <div className="page">
        <div className="calendar">
          <Calendar
            localizer={localizer}
            culture="en-GB"
            events={shown}
            view={view}
            onView={setView}
            date={date}
            onNavigate={setDate}
            views={['month', 'week', 'day', 'agenda']}
            min={at(1, 8)}
            max={at(1, 22)}
            selected={booking}
            onSelectEvent={(one) => setChosen(one.id)}
          />
        </div>
        {booking && (
          <form onSubmit={(event) => event.preventDefault()}>
            <h2>{booking.title}</h2>
            <p>
              {booking.room}, {booking.contact}
            </p>
            <label>
              People{' '}
              <input type="number" value={booking.people} onChange={(event) => change({ people: Number(event.target.value) })} />
            </label>
            <label>
              <input type="checkbox" checked={booking.paid} onChange={(event) => change({ paid: event.target.checked })} /> Paid
            </label>
            <label>
              Remark{' '}
              <input
                value={remarks[chosen] ?? ''}
                onChange={(event) => setRemarks({ ...remarks, [chosen]: event.target.value })}
              />
            </label>
            <button type="button" onClick={cancel}>
              Cancel booking
            </button>
          </form>
        )}
      </div>
      <p>{bookings.filter((one) => !one.paid).length} bookings to be paid</p>
    </>
  );
};

createRoot(document.getElementById('app')).render(<Studio />);
