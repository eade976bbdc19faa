/** The stage door of a theatre on Casbin: who may do what, where, by roles; three people asked. */
export default {
  get: { npm: { casbin: '5.51.1' }, files: ['door.js'] },
  start: ({ program, port }) => ['node', [`${program}/door.js`, port()]],
  ready: ({ until, said }) => until(() => said().includes('the stage door is watched'), 'the door'),
  async drive({ json }) {
    await json('/may?who=Leonie&where=foyer&what=enter');
    await json('/may?who=Leonie&where=fly_tower&what=climb');
    await json('/may?who=Quentin&where=pit&what=lead');
    await json('/grant?role=conductor&place=green_room&deed=rest');
  },
};
