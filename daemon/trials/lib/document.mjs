export const writeDocument = () => {};
