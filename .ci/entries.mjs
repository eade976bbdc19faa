/** Every path in a package's `exports` and `bin` is built from the source file of the same name. */
export const entriesOf = (manifest) =>
  [
    ...Object.values(manifest.exports ?? {}).map((target) => (typeof target === 'string' ? target : target.default)),
    ...Object.values(manifest.bin ?? {}),
  ]
    .filter((file) => file?.startsWith('./dist/'))
    .map((file) => file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
