import { type Expression, type Options, Parser } from 'acorn';
import { invalidAt, type Limits } from './limits.js';

/**
 * The parser is acorn's, with one change: words that are keywords of statements (`class`, `new`, `default` …) are plain names, because
 * a state key may begin with any of them and is read by its own text. Whatever a keyword would have introduced is then a syntax
 * error or a call of something that cannot be called.
 */
const keptKeywords = /^(?:in|instanceof|typeof|void|delete|null|true|false|this|super)$/;

const statementWord = /^(?:async|await|class|const|function|if|for|import|let|new|return|switch|throw|try|var|while|yield)$/;

const KeyParser = Parser.extend(
  (Base) =>
    class extends Base {
      protected constructor(options: Options, input: string, startPos?: number) {
        super(options, input, startPos);
        Object.assign(this, { keywords: keptKeywords });
      }
    },
);

/** The tree of an expression, or `invalid_expression` with the place of what is wrong. */
export const parse = (source: string, limits: Limits): Expression => {
  if (source.length > limits.stringLength)
    throw invalidAt(source, 0, `the expression is longer than ${limits.stringLength} characters`);
  const tree = read(source);
  const rest = source.slice(tree.end).search(/\S/);
  if (rest >= 0 && tree.type === 'Identifier' && statementWord.test(tree.name))
    throw invalidAt(source, tree.start, `${tree.name} is not supported`);
  if (rest >= 0) throw invalidAt(source, tree.end + rest, 'something follows the end of the expression');
  return tree;
};

const read = (source: string): Expression => {
  try {
    return KeyParser.parseExpressionAt(source, 0, {
      ecmaVersion: 2022,
      allowReserved: true,
      allowHashBang: false,
      preserveParens: true,
      onComment: (_block, _text, start) => {
        throw Object.assign(new SyntaxError('comments are not supported'), { pos: start });
      },
    });
  } catch (error) {
    if (error instanceof RangeError) throw invalidAt(source, 0, 'the expression is nested too deeply');
    const { pos, message } = error as SyntaxError & { pos?: number };
    throw invalidAt(
      source,
      pos ?? 0,
      message.replace(/ \(\d+:\d+\)$/, '').replace(/^[A-Z]/, (first) => first.toLowerCase()),
    );
  }
};
