export const store = Framework7.createStore({
  state: {
    swimmer: { name: 'Annika Storrs', cap: 'orange', club: 'Tarnside Dippers' },
    spots: [
      {
        id: 21,
        name: 'Hag Pool',
        river: 'Lune',
        degrees: 8.4,
        depth: 3.5,
        warden: 'Col Braithe',
        favourite: false,
        entry: 'steps',
      },
      {
        id: 22,
        name: 'Long Jetty',
        river: 'Tarnside lake',
        degrees: 11.2,
        depth: 6,
        warden: null,
        favourite: true,
        entry: 'ladder',
      },
      {
        id: 23,
        name: 'Miller’s Hole',
        river: 'Lune',
        degrees: 7.1,
        depth: 2.2,
        warden: 'Una Persson',
        favourite: false,
        entry: 'shingle',
      },
      {
        id: 24,
        name: 'Quarry Bay',
        river: 'Slate quarry',
        degrees: 9.6,
        depth: 19,
        warden: null,
        favourite: false,
        entry: 'pontoon',
      },
    ],
    swims: [
      { spot: 'Long Jetty', day: '2026-10-04', minutes: 22, companion: 'Moss Oakley', note: 'Flat as glass', wetsuit: false },
      { spot: 'Hag Pool', day: '2026-10-11', minutes: 9, companion: '', note: 'Heron on the weir', wetsuit: false },
      { spot: 'Quarry Bay', day: '2026-10-18', minutes: 14, companion: 'Moss Oakley', note: 'Lost a glove', wetsuit: true },
    ],
    settings: { alerts: true, coldest: 6, units: 'celsius' },
    today: '2026-10-25',
  },
  getters: {
    spots: ({ state }) => state.spots,
    swims: ({ state }) => state.swims,
    settings: ({ state }) => state.settings,
    swimmer: ({ state }) => state.swimmer,
    minutesInAll: ({ state }) => state.swims.reduce((all, { minutes }) => all + minutes, 0),
  },
  actions: {
    addSwim({ state }, { spot, minutes, companion, note, wetsuit }) {
      const swim = { spot, day: state.today, minutes: Number(minutes), companion, note, wetsuit: wetsuit.includes('yes') };
      state.swims = [...state.swims, swim];
    },
    toggleFavourite({ state }, id) {
      state.spots = state.spots.map((spot) => (spot.id === id ? { ...spot, favourite: !spot.favourite } : spot));
    },
    measure({ state }, { id, degrees }) {
      state.spots = state.spots.map((spot) => (spot.id === id ? { ...spot, degrees } : spot));
    },
    setAlerts({ state }, alerts) {
      state.settings = { ...state.settings, alerts };
    },
    setColdest({ state }, coldest) {
      state.settings = { ...state.settings, coldest };
    },
  },
});
