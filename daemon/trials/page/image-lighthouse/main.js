import ImageEditor from 'tui-image-editor';

const sky = document.createElement('canvas');
[sky.width, sky.height] = [640, 420];
const paint = sky.getContext('2d');
paint.fillStyle = '#9cc3e6';
paint.fillRect(0, 0, 640, 420);
paint.fillStyle = '#b03a2e';
paint.fillRect(300, 140, 46, 200);

new ImageEditor('#editor', {
  includeUI: {
    loadImage: { path: sky.toDataURL(), name: 'Lighthouse at noon' },
    menu: ['crop', 'flip', 'rotate', 'draw', 'shape', 'icon', 'text', 'filter'],
    initMenu: 'shape',
    menuBarPosition: 'left',
    uiSize: { width: '1200px', height: '840px' },
  },
  cssMaxWidth: 700,
  cssMaxHeight: 500,
  usageStatistics: false,
});
