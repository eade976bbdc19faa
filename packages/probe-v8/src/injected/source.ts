/** A closed function that is carried to the target as text. What it is given and returns crosses the wire as JSON or as a handle. */
type Closed<A extends readonly unknown[], R> = (...args: A) => R;

/**
 * The text of a closed function, as an expression. Builds that keep names wrap inner functions in a helper (`__name`); the text
 * brings its own, so that it runs where that helper is not. In brackets, what is called at once is parsed once.
 */
export const functionSource = <A extends readonly unknown[], R>(fn: Closed<A, R>): string =>
  `(() => { const __name = (value) => value; return (${fn.toString()}); })()`;
