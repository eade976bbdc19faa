/** A Clojure program: an atom, a ref and an agent in the variables of a namespace. */
export default {
  get: { debian: ['clojure', 'libclojure-java', 'libspec-alpha-clojure', 'libcore-specs-alpha-clojure'] },
  start: ({ jars, trial }) => ['java', ['-Xmx128m', '-cp', jars.join(':'), 'clojure.main', `${trial}/bank.clj`]],
  ready: ({ until, said }) => until(() => said().includes('open'), 'the bank'),
};
