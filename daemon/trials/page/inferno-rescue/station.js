export const station = { name: 'Station Ramsau', radio: 'Channel 12', onCall: true };

export const weather = { wind: 45, snowline: 1650, warning: 'Föhn until the evening' };

export const rescuers = [
  { id: 1, name: 'Vroni Haslinger', role: 'paramedic', ready: true, hours: 14 },
  { id: 2, name: 'Beppo Reiter', role: 'dog handler', ready: false, hours: 31 },
  { id: 3, name: 'Minh Tran', role: 'winch operator', ready: true, hours: 8 },
];

export const missions = [
  {
    id: 88,
    place: 'Eagle gully',
    report: 'Climber with a broken ankle',
    priority: 'high',
    status: 'open',
    crew: ['Vroni Haslinger'],
  },
  { id: 89, place: 'Lake path', report: 'Lost dog, owner is safe', priority: 'low', status: 'open', crew: [] },
  {
    id: 87,
    place: 'North face',
    report: 'Two tourists without crampons',
    priority: 'high',
    status: 'closed',
    crew: ['Vroni Haslinger', 'Minh Tran'],
  },
];
