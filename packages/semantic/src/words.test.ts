import { describe, expect, it } from 'vitest';
import { isDataName, isMeaningful, normalize, normalizeLabel, simpleTypeName } from './words.js';

describe('normalize', () => {
  it.each([
    ['totalItems', 'total_items'],
    ['_total_items', 'total_items'],
    ['getTotalItems', 'total_items'],
    ['m_totalItems', 'total_items'],
    ['mTotalItems', 'total_items'],
    ['TOTAL_ITEMS', 'total_items'],
    ['total-items', 'total_items'],
    ['<TotalItems>k__BackingField', 'total_items'],
    ['<total>5__2', 'total'],
    ['items$delegate', 'items'],
    ['user$', 'user'],
    ['HTTPServer', 'http_server'],
    ['userIDs', 'user_ids'],
    ['userID', 'user_id'],
    ['OAuthToken', 'oauth_token'],
    ['isOpen', 'is_open'],
    ['get', 'get'],
    ['getaway', 'getaway'],
    ['Object3DBranch', 'object3d_branch'],
    ['3D view', '_3d_view'],
    ['step2Name', 'step2_name'],
    ['utf8BOM', 'utf8_bom'],
    ['milk', 'milk'],
    ['2fa', '_2fa'],
    ['größe', 'grosse'],
    ['naïveUser', 'naive_user'],
    ['имяПользователя', 'имя_пользователя'],
  ])('%s is %s', (name, segment) => {
    expect(normalize(name)).toBe(segment);
  });
});

describe('normalizeLabel', () => {
  it.each([
    ['E-mail address *', 'email_address'],
    ['Total items:', 'total_items'],
    ['Inbox (3)', 'inbox'],
    ['Name (required)', 'name'],
    ['Save changes…', 'save_changes'],
    ["Customer's name", 'customers_name'],
  ])('%s is %s', (label, segment) => {
    expect(normalizeLabel(label)).toBe(segment);
  });

  it('cuts a sentence short', () => {
    const segment = normalizeLabel('By checking this box you agree that we may send you all kinds of messages');
    expect(segment).toBe('by_checking_this_box_you_agree');
  });
});

describe('isMeaningful', () => {
  it.each([
    'total',
    'id',
    'qty',
    'sku',
    'url',
    'userName',
    'HTTP2',
    'line1',
    'lat',
    'cpu',
    'имя',
    'strengths',
    'item_3',
    'i18n',
    'sha256',
  ])('%s', (name) => {
    expect(isMeaningful(name)).toBe(true);
  });
  it.each([
    'a',
    'e3',
    'Qe',
    '_0x3fa2',
    'css-1q2w3e',
    'sc-bdVaJa',
    'a1b2c3d4',
    '5f3e9c1ab2',
    ':r1:',
    '$',
    '__',
    'x7k2p',
    'jt',
    '0',
  ])('not %s', (name) => {
    expect(isMeaningful(name)).toBe(false);
  });
});

describe('isDataName', () => {
  it.each(['', '42', 'alice@example.com', '/api/todos', 'user-17', '2024-05-01', 'Buy milk'])('%s', (name) => {
    expect(isDataName(name)).toBe(true);
  });
  it.each(['name', 'totalItems', 'line1', 'utf8', 'x'])('not %s', (name) => {
    expect(isDataName(name)).toBe(false);
  });
});

it.each([
  ['com.acme.shop.Cart$Line<T>[]', 'Line'],
  ['System.Collections.Generic.List`1', 'List'],
  ['Cart', 'Cart'],
])('the simple name of %s is %s', (type, simple) => {
  expect(simpleTypeName(type)).toBe(simple);
});
