import 'tldraw/tldraw.css';
import { getAssetUrlsByImport } from '@tldraw/assets/imports';
import { createRoot } from 'react-dom/client';
import { createShapeId, Tldraw, toRichText } from 'tldraw';

const assetUrls = getAssetUrlsByImport();
const geo = (id, x, y, w, h, props, text, meta = {}) => ({
  id: createShapeId(id),
  type: 'geo',
  x,
  y,
  props: { w, h, ...props, richText: toRichText(text) },
  meta,
});
const shapes = [
  geo('warehouse', 100, 120, 260, 140, { geo: 'rectangle', color: 'blue', fill: 'solid' }, 'Warehouse 3', {
    tenant: 'Osk & Son',
  }),
  geo('crane', 460, 140, 90, 90, { geo: 'ellipse', color: 'orange', fill: 'semi' }, 'Crane'),
  geo('berth', 120, 340, 420, 80, { geo: 'rectangle', color: 'grey', dash: 'dashed' }, 'Berth 7'),
  { id: createShapeId('wind'), type: 'note', x: 640, y: 120, props: { color: 'yellow', richText: toRichText('Wind from west') } },
];

const prepare = (editor) => {
  editor.user.updateUserPreferences({ name: 'Harbour office', colorScheme: 'light', locale: 'en', isSnapMode: false });
  editor.updateDocumentSettings({ name: 'Quay north' });
  editor.renamePage(editor.getCurrentPageId(), 'Ground plan');
  editor.createShapes(shapes);
  editor.createPage({ name: 'Cables' });
  editor.setCamera({ x: 40, y: 60, z: 1 });
};

createRoot(document.getElementById('app')).render(<Tldraw assetUrls={assetUrls} onMount={prepare} />);
