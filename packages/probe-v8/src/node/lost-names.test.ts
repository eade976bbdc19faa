import { expect, test } from 'vitest';
import { lostNamesOf, readLostNames } from './lost-names.js';

const isLost = (name: string): boolean => name.length < 3;
const namesIn = (source: string) => Object.fromEntries(readLostNames(source, isLost));

test.each<[source: string, expected: Record<string, string>]>([
  ['var a=[],b={n:1};app.get("/",e=>e.json({households:a,branch:b}));', { a: 'households', b: 'branch' }],
  ['var a=[];function f(a){return{households:a}}', {}],
  ['var a=[];let g=e=>({households:a,guest:e});', { a: 'households' }],
  ['var a=[];let g=a=>({households:a});', {}],
  ['var a=[];let g=({name:a})=>({households:a});', {}],
  ['var a=[];function f(){let{name:a,size:b}=e;return{households:a}}', {}],
  ['var a=[];function f(){for(let a of list){use({households:a})}}', {}],
  ['var a=[];function f(){try{}catch(a){use({households:a})}}', {}],
  ['var a=[];class F{keep(a){this.households=a}}', {}],
  ['var a=[];globalThis.households=a;', { a: 'households' }],
  ['var a=[];app.get("/",e=>{e.body=a});', {}],
  ['"use strict";(()=>{var a=[];function f(a){use({guest:a})}use({households:a})})();', { a: 'households' }],
  ['!function(){var a=[];use({households:a})}();', { a: 'households' }],
  ['(()=>{var a=[];use({households:a})})();(()=>{var a=1;use({rows:a});})();', {}],
  ['var a=[];define(b,{households:()=>a});', { a: 'households' }],
  ['var a=[];export{a as households};', { a: 'households' }],
  ['var a=[];use({households:a.length});', {}],
  ['var a=[];use({households:a},{households:a},{list:a});', { a: 'households' }],
  ['var a=[],b=[];use({rows:a},{rows:b});', {}],
  ['var a=[],t=`${{rows:a}.rows}${`x${1}`}`;use({visits:t});', { a: 'rows', t: 'visits' }],
  ['var a=/[{"]/;use({pattern:a});', { a: 'pattern' }],
  ['var a=1;let{rows:b}=use;({rows:a}=use);', {}],
  ['var a=1;switch(x){case a:b}let c=x?{y:a}:{};use({total:a})', { a: 'total' }],
])('%s', (source, expected) => {
  expect(namesIn(source)).toEqual(expected);
});

test('in a large bundle the end is looked at, and letters may be three', () => {
  const library = 'function q(e){return{"}":e,rows:e}};var w=1;'.repeat(30_000);
  expect(lostNamesOf(`${library}var a=[],tPe={};use({households:a,branch:tPe});`)).toMatchObject({
    a: 'households',
    tPe: 'branch',
  });
});
