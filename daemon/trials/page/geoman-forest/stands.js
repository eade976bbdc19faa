const { L } = window;
const district = { name: 'Hohe Rinne', ranger: 'Lukas Obermoser', plan: '2026–2035' };
const collection = {
  type: 'FeatureCollection',
  features: [
    stand('17a', 'Spruce', 1968, 'Bark beetle seen in May', true, [
      [11.402, 47.311],
      [11.409, 47.311],
      [11.409, 47.315],
      [11.402, 47.315],
    ]),
    stand('17b', 'Beech', 1987, '', false, [
      [11.409, 47.311],
      [11.415, 47.311],
      [11.415, 47.316],
      [11.409, 47.315],
    ]),
    stand('18', 'Larch', 2004, 'Deer fence on the north side', false, [
      [11.404, 47.316],
      [11.412, 47.317],
      [11.41, 47.32],
    ]),
  ],
};

function stand(number, species, planted, remarks, thinning, corners) {
  return {
    type: 'Feature',
    properties: { number, species, planted, remarks, thinning, hectares: hectaresOf(corners) },
    geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]]] },
  };
}

function hectaresOf(corners) {
  const metres = corners.map(([lng, lat]) => [lng * 75_460, lat * 111_190]);
  const twice = metres.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = metres[(index + 1) % metres.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.round(Math.abs(twice) / 2000) / 10;
}

const colours = { Spruce: '#2f6b3a', Beech: '#c98b2b', Larch: '#8fb339', Oak: '#7a4f2a' };
const state = { selected: null, colourBy: 'species', edits: 0 };
const map = L.map('map', { zoomAnimation: false, fadeAnimation: false }).setView([47.3155, 11.4085], 15);
const layer = L.geoJSON(collection, {
  style: ({ properties }) => ({ color: colourOf(properties), weight: 2 }),
  onEachFeature: (feature, one) => watch(one, feature),
}).addTo(map);
const huts = L.layerGroup([L.marker([47.3135, 11.4055], { title: "Hunter's hut", icon: L.divIcon({ html: '⌂' }) })]).addTo(map);
map.pm.addControls({ position: 'topleft', drawCircle: false, drawCircleMarker: false, drawText: false, rotateMode: false });
map.pm.setGlobalOptions({ snappable: true, snapDistance: 15 });

function colourOf({ species, planted }) {
  if (state.colourBy === 'species') return colours[species];
  return planted < 1980 ? '#4a2c1a' : '#9fc36b';
}

function watch(one, feature) {
  one.on('click', () => select(feature.properties.number));
  one.on('pm:edit', () => {
    state.edits += 1;
    feature.properties.hectares = hectaresOf(one.toGeoJSON().geometry.coordinates[0].slice(0, -1));
    render();
  });
}

map.on('pm:create', ({ layer: drawn, shape }) => {
  if (shape === 'Marker') return huts.addLayer(drawn);
  const corners = drawn.toGeoJSON().geometry.coordinates[0].slice(0, -1);
  const feature = stand(String(19 + collection.features.length - 3), 'Oak', 2026, 'newly drawn', false, corners);
  collection.features.push(feature);
  drawn.feature = feature;
  layer.addLayer(drawn);
  watch(drawn, feature);
  select(feature.properties.number);
});
map.on('pm:remove', ({ layer: gone }) => {
  collection.features = collection.features.filter((one) => one !== gone.feature);
  render();
});

const form = document.getElementById('form');
form.addEventListener('input', () => {
  const chosen = chosenStand();
  if (!chosen) return;
  chosen.properties.species = form.elements.species.value;
  chosen.properties.planted = Number(form.elements.planted.value);
  chosen.properties.remarks = form.elements.remarks.value;
  chosen.properties.thinning = form.elements.thinning.checked;
  layer.setStyle(({ properties }) => ({ color: colourOf(properties) }));
  render();
});
document
  .getElementById('snap')
  .addEventListener('change', (event) => map.pm.setGlobalOptions({ snappable: event.target.checked }));
document.getElementById('colour').addEventListener('change', (event) => {
  state.colourBy = event.target.value;
  layer.setStyle(({ properties }) => ({ color: colourOf(properties) }));
});

function chosenStand() {
  return collection.features.find((one) => one.properties.number === state.selected);
}

function select(number) {
  state.selected = number;
  const { species, planted, remarks, thinning } = chosenStand().properties;
  Object.assign(form.elements.species, { value: species });
  Object.assign(form.elements.planted, { value: planted });
  Object.assign(form.elements.remarks, { value: remarks });
  Object.assign(form.elements.thinning, { checked: thinning });
  render();
}

function render() {
  document.getElementById('district').textContent = district.name;
  document.getElementById('ranger').textContent = district.ranger;
  document.getElementById('chosen').textContent = state.selected ? `Stand ${state.selected}` : 'Choose a stand';
  const rows = collection.features.map(({ properties: { number, species, planted, hectares } }) => {
    const row = document.createElement('tr');
    row.className = number === state.selected ? 'selected' : '';
    for (const text of [number, species, planted, hectares]) row.insertCell().textContent = text;
    row.addEventListener('click', () => select(number));
    return row;
  });
  document.getElementById('stands').replaceChildren(...rows);
  const total = collection.features.reduce((sum, one) => sum + one.properties.hectares, 0);
  document.getElementById('total').textContent = `${collection.features.length} stands, ${total.toFixed(1)} ha`;
}
render();
