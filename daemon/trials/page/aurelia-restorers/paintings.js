export const workshop = {
  name: 'Workshop for paintings, Brugge',
  restorers: [
    { name: 'Griet Claes', bench: 2 },
    { name: 'Oskar Lind', bench: 5 },
  ],
};

export const paintings = [
  {
    id: 'P-118',
    title: 'Ice on the Reie',
    painter: 'Maria van Hoecke',
    year: 1691,
    owner: 'St. Janshospitaal',
    restorer: 'Griet Claes',
    stage: 'cleaning',
    hours: 34,
    urgent: false,
    note: 'Varnish is yellow in the sky',
  },
  {
    id: 'P-121',
    title: 'The Eel Seller',
    painter: 'Joos Bral',
    year: 1654,
    owner: 'Town of Damme',
    restorer: 'Oskar Lind',
    stage: 'arrived',
    hours: 52,
    urgent: true,
    note: '',
  },
  {
    id: 'P-124',
    title: 'Portrait of a Lens Grinder',
    painter: 'unknown',
    year: 1702,
    owner: 'Family Verhulst',
    restorer: 'Oskar Lind',
    stage: 'retouching',
    hours: 11,
    urgent: false,
    note: 'Left hand was painted over',
  },
];
