export const routes = [
  { path: '/', name: 'spots', componentUrl: '/pages/spots.html' },
  { path: '/spots/:spotId/', name: 'spot', componentUrl: '/pages/spot.html' },
  { path: '/log/', name: 'log', componentUrl: '/pages/log.html' },
  { path: '/settings/', name: 'settings', componentUrl: '/pages/settings.html' },
];
