import type { BinaryExpression, CallExpression, Expression, Node } from 'acorn';
import type { Compiled } from './compile.js';
import { isArray, isObject, type Run, type Value } from './values.js';

/**
 * Says in words what an evaluation met: one clause for each comparison, call and plain name that decided it, in the order of
 * evaluation. Each node is evaluated once, as in the evaluation itself; what was skipped there is skipped here.
 */
export const explain = (source: string, tree: Expression, compiled: Compiled, run: Run): string => {
  const clauses: string[] = [];
  const text = (node: Node): string => shorten(source.slice(node.start, node.end).replace(/\s+/g, ' '));
  const evaluate = (node: Expression): Value => compiled.evaluateNode.get(node)?.(run);

  const walk = (node: Expression): Value => {
    switch (node.type) {
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return walk(node.expression);
      case 'LogicalExpression': {
        const left = walk(node.left);
        const decided =
          node.operator === '&&' ? !left : node.operator === '||' ? Boolean(left) : left !== null && left !== undefined;
        return decided ? left : walk(node.right);
      }
      case 'ConditionalExpression':
        return walk(node.test) ? walk(node.consequent) : walk(node.alternate);
      case 'UnaryExpression':
        if (node.operator === '!') return !walkTruth(node.argument, 'falsy');
        return plain(node);
      case 'BinaryExpression':
        return node.operator in flipped ? compare(node) : plain(node);
      case 'CallExpression':
        return call(node);
      case 'Literal':
        return plain(node);
      default:
        return compiled.pathOf.has(node) ? walkTruth(node, 'truthy') : plain(node);
    }
  };

  const walkTruth = (node: Expression, wanted: 'truthy' | 'falsy'): Value => {
    if (!compiled.pathOf.has(node)) return walk(node);
    const value = evaluate(node);
    clauses.push(`${text(node)} is ${show(value)}, expected ${typeof value === 'boolean' ? wanted === 'truthy' : wanted}`);
    return value;
  };

  const plain = (node: Expression): Value => {
    const value = evaluate(node);
    clauses.push(`${text(node)} is ${show(value)}${within(node)}`);
    return value;
  };

  /** The names inside of an operand that is more than a name, and what they hold. */
  const within = (node: Expression): string => {
    if (compiled.pathOf.has(node)) return '';
    const inside = new Map<string, string>();
    for (const [part] of compiled.pathOf) {
      if (part.start >= node.start && part.end <= node.end && compiled.evaluateNode.has(part)) {
        inside.set(text(part), show(evaluate(part as Expression)));
      }
    }
    const held = [...inside].slice(0, 6).map(([name, value]) => `${name} is ${value}`);
    return held.length > 0 ? ` (${held.join(', ')})` : '';
  };

  const compare = (node: BinaryExpression): Value => {
    if (node.left.type === 'PrivateIdentifier') return undefined;
    const swap = isFixed(node.left) && !isFixed(node.right);
    const [subject, object] = swap ? [node.right, node.left] : [node.left, node.right];
    const operator = swap ? (flipped[node.operator] as string) : node.operator;
    const value = show(evaluate(subject));
    const against = isFixed(object)
      ? show(evaluate(object))
      : `${text(object)}, which is ${show(evaluate(object))}${within(object)}`;
    clauses.push(`${text(subject)} is ${value}${within(subject)}, expected ${wordFor[operator] ?? operator}${against}`);
    return evaluate(node);
  };

  const call = (node: CallExpression): Value => {
    const { callee } = node;
    const target = callee.type === 'MemberExpression' && callee.object.type !== 'Super' ? callee.object : undefined;
    if (!target || !compiled.evaluateNode.has(target)) return plain(node);
    const value = show(evaluate(target));
    clauses.push(
      `${text(target)} is ${value}${within(target)}, expected ${text(node)
        .slice(text(target).length)
        .replace(/^\s*\??\./, '')}`,
    );
    return evaluate(node);
  };

  walk(tree);
  for (const why of run.notes ?? []) if (!clauses.includes(why)) clauses.push(why);
  return clauses.slice(0, 40).join('; ');
};

/** What an operator reads like when its sides are swapped. Only comparisons are here. */
const flipped: Record<string, string> = {
  '===': '===',
  '!==': '!==',
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const wordFor: Record<string, string> = {
  '===': '',
  '==': '',
  '!==': 'not ',
  '!=': 'not ',
  '<': '< ',
  '<=': '<= ',
  '>': '> ',
  '>=': '>= ',
};

const isFixed = (node: Node): boolean => {
  const expression = node as Expression;
  if (expression.type === 'UnaryExpression') return isFixed(expression.argument);
  if (expression.type === 'Identifier')
    return expression.name === 'undefined' || expression.name === 'NaN' || expression.name === 'Infinity';
  return expression.type === 'Literal';
};

const show = (value: Value): string => {
  if (isArray(value)) return value.length === 1 ? 'an array of 1 element' : `an array of ${value.length} elements`;
  if (isObject(value)) return 'an object';
  return typeof value === 'string' ? shorten(JSON.stringify(value)) : String(value);
};

const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);
