import { formatKey, type KeySegment } from '@substrate/core';
import type { ArrowFunctionExpression, CallExpression, Expression, MemberExpression, Node, ObjectExpression } from 'acorn';
import { invalidAt, type Limits } from './limits.js';
import { type Callback, callMethod, constants, functions, methodNames, NoObject, namespaces, walks } from './methods.js';
import { binaryOperators, unaryOperators } from './operators.js';
import { isThere, readPath, type StaticPath, staticPath } from './paths.js';
import { isArray, member, primitive, type Run, type Value } from './values.js';

/**
 * A tree becomes closures, once; whatever the language does not have is refused here, with its place. Outside of functions every
 * node is evaluated once at most, so its steps are counted when it is compiled. Inside of functions each evaluation counts.
 */

export type Evaluate = (run: Run) => Value;

export interface Compiled {
  readonly evaluate: Evaluate;
  /** How many steps one evaluation takes at most, functions aside. */
  readonly steps: number;
  /** The paths that the expression names, each once. */
  readonly paths: readonly StaticPath[];
  /** The path that a node is, if it is one. */
  readonly pathOf: ReadonlyMap<Node, StaticPath>;
  readonly evaluateNode: ReadonlyMap<Node, Evaluate>;
}

interface Locals {
  readonly slots: ReadonlyMap<string, number>;
  readonly inFunction: boolean;
}

export const compileTree = (source: string, tree: Expression, limits: Limits): Compiled => {
  const paths = new Map<string, StaticPath>();
  const pathOf = new Map<Node, StaticPath>();
  const evaluateNode = new Map<Node, Evaluate>();
  /** Arrays that are what they look like, in the reading of an expression where no key has their name. */
  const literals = new Set<Node>();
  const noPaths = new Set<Node>();
  let steps = 0;
  let slotCount = 0;

  const refuse = (node: Node, what: string): never => {
    throw invalidAt(source, node.start, what);
  };
  const textOf = (node: Node): string => {
    const text = source.slice(node.start, node.end);
    return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  };

  const compile = (node: Expression, depth: number, locals: Locals): Evaluate => {
    const evaluate = compileNode(node, depth, locals);
    if (!locals.inFunction) {
      steps++;
      evaluateNode.set(node, evaluate);
      return evaluate;
    }
    return (run) => {
      run.spend(1);
      return evaluate(run);
    };
  };

  const compileNode = (node: Expression, depth: number, locals: Locals): Evaluate => {
    const text = builtInText(node, locals);
    if (text !== undefined && constants.has(text)) {
      const value = constants.get(text);
      return () => value;
    }
    const path = pathAt(node, locals);
    if (path) {
      pathOf.set(node, path);
      paths.set(path.text, path);
      const read = readPath(path);
      if (!path.quoted) return read;
      literals.add(baseOf(node));
      const literal = compileForm(node, depth, locals);
      return (run) => (isThere(run, path) ? read(run) : literal(run));
    }
    return compileForm(node, depth, locals);
  };

  const compileForm = (node: Expression, depth: number, locals: Locals): Evaluate => {
    if (node.type !== 'Literal' && node.type !== 'Identifier' && depth > limits.nesting)
      refuse(node, `nested more than ${limits.nesting} levels deep`);
    const inner = (child: Expression): Evaluate => compile(child, depth + 1, locals);
    /** The left side of `a && b && c`, and what a member is read from, is a chain and no deeper level. */
    const along = (child: Expression): Evaluate => compile(child, child.type === node.type ? depth : depth + 1, locals);

    switch (node.type) {
      case 'Literal': {
        const { value } = node;
        if (node.regex) refuse(node, 'regular expressions are not supported');
        if (typeof value === 'bigint') refuse(node, 'big integers are not supported');
        return () => value as Value;
      }
      case 'TemplateLiteral': {
        const texts = node.quasis.map((part) => part.value.cooked ?? '');
        const parts = node.expressions.map(inner);
        return (run) =>
          run.made(parts.reduce((text, part, i) => text + String(primitive(run, part(run))) + texts[i + 1], texts[0] as string));
      }
      case 'Identifier': {
        const slot = locals.slots.get(node.name) as number;
        return (run) => run.slots[slot];
      }
      case 'ParenthesizedExpression':
        return inner(node.expression);
      case 'ChainExpression':
        return compile(node.expression, depth, locals);
      case 'UnaryExpression': {
        const operate = unaryOperators.get(node.operator) ?? refuse(node, `the operator ${node.operator} is not supported`);
        const argument = inner(node.argument);
        return (run) => operate(run, argument(run));
      }
      case 'BinaryExpression': {
        const operate = binaryOperators.get(node.operator) ?? refuse(node, `the operator ${node.operator} is not supported`);
        if (node.left.type === 'PrivateIdentifier') return refuse(node, 'private names are not supported');
        const left = along(node.left);
        const right = inner(node.right);
        return (run) => operate(run, left(run), right(run));
      }
      case 'LogicalExpression': {
        const left = along(node.left);
        const right = inner(node.right);
        if (node.operator === '&&') return (run) => left(run) && right(run);
        if (node.operator === '||') return (run) => left(run) || right(run);
        return (run) => left(run) ?? right(run);
      }
      case 'ConditionalExpression': {
        const [test, yes, no] = [inner(node.test), inner(node.consequent), inner(node.alternate)];
        return (run) => (test(run) ? yes(run) : no(run));
      }
      case 'ArrayExpression': {
        const parts = node.elements.map((element) => {
          if (element === null || element.type === 'SpreadElement')
            return refuse(element ?? node, 'holes and ... are not supported in an array');
          return inner(element);
        });
        return (run) => parts.map((part) => part(run));
      }
      case 'ObjectExpression':
        return compileObject(node, inner);
      case 'MemberExpression':
        return compileMember(node, along, inner);
      case 'CallExpression':
        return compileCall(node, depth, locals);
      case 'ArrowFunctionExpression':
        return refuse(node, 'a function can only be an argument of some, every, filter, find, findIndex, map or reduce');
      default:
        return refuse(node, `${wordsOf(node.type)} is not supported`);
    }
  };

  const compileObject = (node: ObjectExpression, inner: (child: Expression) => Evaluate): Evaluate => {
    const parts = node.properties.map((property): [string, Evaluate] => {
      if (property.type !== 'Property' || property.kind !== 'init' || property.method || property.computed) {
        return refuse(property, 'an object can only have plain names and values');
      }
      const { key } = property;
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : refuse(key, 'not a name');
      if (name === '__proto__' && !property.shorthand) refuse(property, '__proto__ is not supported');
      return [name, inner(property.value)];
    });
    return (run) => {
      const made = Object.create(null) as Record<string, Value>;
      for (const [name, part] of parts) made[name] = part(run);
      return made;
    };
  };

  const compileMember = (
    node: MemberExpression,
    along: (child: Expression) => Evaluate,
    inner: (child: Expression) => Evaluate,
  ): Evaluate => {
    if (node.object.type === 'Super' || node.property.type === 'PrivateIdentifier') return refuse(node, 'not supported');
    const from = along(node.object);
    const fixed = !node.computed && node.property.type === 'Identifier' ? node.property.name : undefined;
    const named = fixed === undefined ? inner(node.property) : undefined;
    const object = textOf(node.object);
    return (run) => {
      const value = from(run);
      const name = fixed ?? String(primitive(run, named?.(run)));
      if (value === null || value === undefined)
        return run.miss(textOf(node), `${object} is ${value}, so ${textOf(node)} is undefined`);
      return member(run, value, name);
    };
  };

  const compileCall = (node: CallExpression, depth: number, locals: Locals): Evaluate => {
    let callee: CallExpression['callee'] = node.callee;
    while (callee.type === 'ParenthesizedExpression' || callee.type === 'ChainExpression') callee = callee.expression;
    const fn = functionAt(callee, locals);
    if (fn) {
      const values = node.arguments.map((argument) => compileArgument(argument, depth, locals));
      return (run) => {
        try {
          return fn(
            run,
            values.map((value) => value(run)),
          );
        } catch (error) {
          if (error instanceof NoObject) return run.note(`${textOf(node)} was given undefined or null`);
          throw error;
        }
      };
    }
    if (callee.type !== 'MemberExpression' || callee.object.type === 'Super')
      return refuse(node, `${textOf(callee)} cannot be called`);
    const name = fixedSegment(callee);
    if (typeof name !== 'string' || (!methodNames.has(name) && !walks.has(name)) || isNamespace(callee.object, locals)) {
      return refuse(callee.property, `${textOf(callee)} cannot be called`);
    }
    const target = callee.object;
    const from = compile(
      target,
      target.type === 'CallExpression' || target.type === 'MemberExpression' ? depth : depth + 1,
      locals,
    );
    const absent = (run: Run, self: Value): undefined => {
      const why =
        self === null || self === undefined ? `${textOf(target)} is ${self}` : `${textOf(target)} has no method ${name}`;
      return run.note(`${why}, so ${textOf(node)} is undefined`);
    };
    const walk = walks.get(name);
    if (!walk) {
      const values = node.arguments.map((argument) => compileArgument(argument, depth, locals));
      return (run) => {
        const self = from(run);
        return callMethod(
          run,
          self,
          name,
          values.map((value) => value(run)),
          () => absent(run, self),
        );
      };
    }
    const [first, ...rest] = node.arguments;
    const call = compileCallback(first, node, depth, locals);
    const values = rest.map((argument) => compileArgument(argument, depth, locals));
    return (run) => {
      const self = from(run);
      if (!isArray(self)) return absent(run, self);
      run.spend(self.length >> 4);
      const given = values.map((value) => value(run));
      return walk(run, self, call, given);
    };
  };

  const compileArgument = (argument: CallExpression['arguments'][number], depth: number, locals: Locals): Evaluate =>
    argument.type === 'SpreadElement' ? refuse(argument, '... is not supported') : compile(argument, depth + 1, locals);

  const compileCallback = (
    node: CallExpression['arguments'][number] | undefined,
    call: Node,
    depth: number,
    locals: Locals,
  ): Callback => {
    const plain = node?.type === 'ParenthesizedExpression' ? node.expression : node;
    if (plain?.type === 'ArrowFunctionExpression') return compileArrow(plain, depth, locals);
    const fn = plain && plain.type !== 'SpreadElement' ? functionAt(plain, locals) : undefined;
    if (!fn) return refuse(plain ?? call, 'a function is needed here, such as (item) => item.done');
    return (run, ...values) => {
      run.spend(1);
      return fn(run, values);
    };
  };

  const compileArrow = (node: ArrowFunctionExpression, depth: number, locals: Locals): Callback => {
    if (depth >= limits.nesting) refuse(node, `nested more than ${limits.nesting} levels deep`);
    if (node.async || node.body.type === 'BlockStatement')
      return refuse(node, 'a function must be an expression, such as (item) => item.done');
    const slots = new Map(locals.slots);
    const own = node.params.map((parameter) => {
      if (parameter.type !== 'Identifier') return refuse(parameter, 'parameters must be plain names');
      slots.set(parameter.name, slotCount);
      return slotCount++;
    });
    const body = compile(node.body, depth + 2, { slots, inFunction: true });
    return (run, ...values) => {
      for (let i = 0; i < own.length; i++) run.slots[own[i] as number] = values[i];
      return body(run);
    };
  };

  /** The path that a node is: a name that is neither a parameter nor built in, and fixed members of it. */
  const pathAt = (node: Expression, locals: Locals): StaticPath | undefined => {
    if (node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression' || noPaths.has(node)) return undefined;
    const members: KeySegment[] = [];
    const seen: Node[] = [];
    let at: Expression | MemberExpression['object'] = node;
    for (;;) {
      seen.push(at);
      if (at.type === 'ParenthesizedExpression' || at.type === 'ChainExpression') at = at.expression;
      else if (at.type === 'MemberExpression') {
        const segment = fixedSegment(at);
        if (segment === undefined) break;
        members.push(segment);
        at = at.object;
      } else break;
    }
    members.reverse();
    const quoted = literals.has(at) ? undefined : quotedName(at);
    if (quoted !== undefined) return staticPath([quoted, ...members], true);
    if (at.type === 'Identifier' && !locals.slots.has(at.name) && !constants.has(at.name))
      return staticPath([at.name, ...members]);
    // Every part of this chain has the same end: none of them is a path, and none is looked at again.
    for (const part of seen) noPaths.add(part);
    return undefined;
  };

  const functionAt = (node: Node, locals: Locals) => {
    const text = builtInText(node, locals);
    return text === undefined ? undefined : functions.get(text);
  };

  const isNamespace = (node: Node, locals: Locals): boolean => namespaces.has(builtInText(node, locals) ?? '');

  const builtInText = (node: Node, locals: Locals): string | undefined => {
    const expression = node as Expression;
    if (expression.type === 'Identifier') return locals.slots.has(expression.name) ? undefined : expression.name;
    if (expression.type !== 'MemberExpression' || expression.computed) return undefined;
    const { object, property } = expression;
    if (object.type !== 'Identifier' || property.type !== 'Identifier' || locals.slots.has(object.name)) return undefined;
    return `${object.name}.${property.name}`;
  };

  const evaluate = compile(tree, 1, { slots: new Map(), inFunction: false });
  return { evaluate, steps, paths: [...paths.values()], pathOf, evaluateNode };
};

/** The member that the text fixes: `.name`, `["name"]`, `[3]`. */
const fixedSegment = ({ computed, property }: MemberExpression): KeySegment | undefined => {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  if (property.type !== 'Literal') return undefined;
  const { value } = property;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value + 0 : String(value);
  return typeof value === 'string' ? value : undefined;
};

/** What a chain of members begins with. */
const baseOf = (node: Node): Node => {
  const expression = node as Expression;
  if (expression.type === 'MemberExpression') return baseOf(expression.object);
  if (expression.type === 'ParenthesizedExpression' || expression.type === 'ChainExpression')
    return baseOf(expression.expression);
  return node;
};

/** A key whose first name is no identifier begins like an array of one string: `["my key"].size`. */
const quotedName = (node: Node): string | undefined => {
  const expression = node as Expression;
  if (expression.type !== 'ArrayExpression' || expression.elements.length !== 1) return undefined;
  const [only] = expression.elements;
  if (only?.type !== 'Literal' || typeof only.value !== 'string') return undefined;
  return formatKey([only.value]).startsWith('[') ? only.value : undefined;
};

const wordsOf = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
