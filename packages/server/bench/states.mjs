import { v7 } from 'uuid';

/** A state as an application of that many keys has it: rows of a list with a few fields of each kind. */
export const stateOf = ({ pid, keys, turn = 0 }) => {
  const objects = {};
  for (let i = 0; i < keys; i++) {
    const row = Math.floor(i / 5);
    const field = ['id', 'name', 'price', 'in_stock', 'note'][i % 5];
    objects[`shop.catalog.items[${row}].${field}`] = [row, `Item number ${row}`, row * 1.25, row % 3 !== 0, null][i % 5];
  }
  if (turn > 0) objects['shop.catalog.items[0].name'] = `Item of turn ${turn}`;
  return {
    capture_id: v7(),
    app_id: 'bench',
    app_name: 'Bench',
    pid,
    runtime: 'v8',
    schema_version: '1.0.0',
    captured_at: new Date().toISOString(),
    confidence: 0.97,
    context: { url: null, location: null, view: 'catalog', window_title: null, window_id: null },
    objects,
    actions: {},
    probe_metadata: {
      capture_latency_ms: 3,
      labeling_latency_ms: 1,
      total_latency_ms: 4,
      raw_object_count: keys,
      filtered_object_count: keys,
      total_object_count: keys,
      cache_hit: true,
      dom_tier_used: false,
      probe_tier: 'aso_fast',
    },
  };
};
