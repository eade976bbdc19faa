import { inMemoryMultiStreamProjection } from '@event-driven-io/emmett';

/** How many pieces are to be cut of which timber. */
export const cutList = inMemoryMultiStreamProjection({
  collectionName: 'cut_list',
  canHandle: ['OrderPlaced'],
  getDocumentId: ({ data }) => data.timber,
  evolve: (list, { data }) => ({
    timber: data.timber,
    pieces: (list?.pieces ?? 0) + data.pieces,
    orders: [...(list?.orders ?? []), data.number],
  }),
});
