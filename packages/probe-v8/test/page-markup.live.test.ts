import { childAddress, defaultBudget, type RawNode, type RawRoot } from '@substrate/core';
import type CDP from 'chrome-remote-interface';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { domScript } from '../src/page/script.js';
import { type Chromium, hasChromium, startChromium, writePage } from './chromium.js';

/** What the rules of the screen make of markup alone, each shape by itself: the text between the tags, and all that is to be told of it. */
const shapes: Record<string, [markup: string, told: Record<string, unknown>]> = {
  'words of a drawing, by what their shapes are called': [
    '<svg width="200" height="80"><g data-element-id="pack"><rect width="50" height="20"/><text x="5" y="20">Pack the parcel</text></g><text id="headline" x="5" y="40">Spring market</text><text x="5" y="60">North</text></svg>',
    { 'dom:page[page]/pack': 'Pack the parcel', 'dom:page[page]/headline': 'Spring market', 'dom:page[page]/label': 'North' },
  ],
  'words of a drawing whose shapes have drawn ids': [
    '<svg width="200" height="80"><g data-id="l}CCJD2P;{vrxiHbAZcy"><text x="5" y="20">repeat ten times</text></g></svg>',
    { 'dom:page[page]/label': 'repeat ten times' },
  ],
  'terms and what is said of them, in boxes': [
    '<dl class="about"><dt>Author:</dt><dd class="ui-text"><span class="ui-html">Brother Anselm</span></dd><dd class="ui-text">Sister Ute</dd><dt>Year</dt><dd><span class="ui-html">1487</span></dd></dl>',
    { 'dom:page[page]/Author': 'Brother Anselm', 'dom:page[page]/Author2': 'Sister Ute', 'dom:page[page]/Year': '1487' },
  ],
  'parts that React numbered': [
    '<section id="«r1u»" aria-label="Current item"><p>f. 1v Rue</p></section><section id="_r_2a_-content" aria-label="Resource"><h4 id="«r20»-heading" class="MuiTypography-root css-1x">Herbal</h4><div class="MuiBox-root"><h5>Old</h5><p>Worn</p></div></section>',
    {
      'dom:region[Current item]/text': 'f. 1v Rue',
      'dom:region[Resource]/heading': 'Herbal',
      'dom:region[Resource]/heading2': 'Old',
      'dom:region[Resource]/text': 'Worn',
    },
  ],
  'parts whose ids a library drew by lot': [
    '<section id="kit-s97vop4q5-panel"><h3>Old Bertha</h3><p>3.5 m³</p></section><form><label for="form-1iko0ra-depth">Depth</label><input id="form-1iko0ra-depth" value="4"></form>',
    { 'dom:region[Old Bertha]/Old Bertha': '3.5 m³', 'dom:form[page]/Depth': '4' },
  ],
  'a property sheet of boxes': [
    '<div class="props"><div><i>Width</i><b>320</b></div><div><i>Height</i><b>200</b></div><div><i>Fill</i><b>#ff0000</b></div></div>',
    { 'dom:list[props]/Width': '320', 'dom:list[props]/Height': '200', 'dom:list[props]/Fill': '#ff0000' },
  ],
  'the sums of an order, below their heading': [
    '<div><h3>Order summary</h3><div><span>Subtotal</span><span>$10.00</span></div><div><span>Total</span><span>$12.00</span></div></div>',
    {
      'dom:list[Order summary]/Subtotal': '$10.00',
      'dom:list[Order summary]/Total': '$12.00',
    },
  ],
  'values in words beside one in numbers, in boxes of boxes': [
    '<div class="facts"><div><p><span>Status</span></p><div><span>Running</span></div></div><div><p><span>Region</span></p><div><span>eu-west-1</span></div></div><div><p><span>Instances</span></p><div><span>3</span></div></div></div>',
    { 'dom:list[facts]/Status': 'Running', 'dom:list[facts]/Region': 'eu-west-1', 'dom:list[facts]/Instances': '3' },
  ],
  'names and values in two columns of a style sheet': [
    '<div style="display:grid;grid-template-columns:1fr 1fr"><div>Name</div><div>Ada</div><div>Role</div><div>Engineer</div><div>Since</div><div>2019</div></div>',
    { 'dom:page[page]/Name': 'Ada', 'dom:page[page]/Role': 'Engineer', 'dom:page[page]/Since': '2019' },
  ],
  'an editor of names and values': [
    '<div class="env"><div><input value="host"><input value="db.local"></div><div><input value="port"><input value="5432"></div><div><input value="name"><input value="prod"></div></div>',
    { 'dom:list[env]/host': 'db.local', 'dom:list[env]/port': '5432', 'dom:list[env]/name': 'prod' },
  ],
  'parts of a sentence that a script writes': [
    '<p><span id="words">12</span> words, <span id="saved">not saved</span></p><p>On the road: <b id="out">1</b></p>',
    {
      'dom:page[page]/text': '12 words, not saved',
      'dom:page[page]/words': '12',
      'dom:page[page]/saved': 'not saved',
      'dom:page[page]/On the road': '1',
    },
  ],
  'fields and words that are bound to a model': [
    '<label><input type="checkbox" x-model="item.bought" checked> Rye</label><input ng-model="cart.draft" value="Tea"><b data-bind="visible: open, text: total()">9</b>',
    { 'dom:page[page]/bought': true, 'dom:page[page]/draft': 'Tea', 'dom:page[page]/total': '9' },
  ],
  'words in a box before the box of a field, which are its label': [
    '<div class="row"><div>Kilometres a year</div><div><input id="km" value="18000"></div></div>',
    { 'dom:page[page]/text': 'Kilometres a year', 'dom:page[page]/Kilometres a year': '18000' },
  ],
  'fields that a library made, by their labels': [
    '<div role="dialog" class="ui-box"><label class="ui-field"><input class="ui-field-native" aria-label="Recipient" value="tugs"><span>Recipient</span></label><input id="f_abcdefab-1a2b-4c3d-9e8f-a1b2c3d4e5f6" class="ui-field-native" aria-label="Subject" value="Berth 4"><input class="new-note" placeholder="What is new?" value="Tide"></div>',
    {
      'dom:dialog[ui-box]/Recipient': 'tugs',
      'dom:dialog[ui-box]/Subject': 'Berth 4',
      'dom:dialog[ui-box]/new-note': 'Tide',
    },
  ],
  'words before a field, which are its label': [
    '<div><span>Opacity</span><input type="range" value="40"></div><div><label>Blend</label><select><option>normal<option selected>multiply</select></div>',
    { 'dom:page[page]/Opacity': 40, 'dom:page[page]/Blend': 'multiply' },
  ],
  'a table of names and values': [
    '<table><tr><td>CPU</td><td>12 %</td></tr><tr><td>Memory</td><td>3.1 GB</td></tr><tr><td>Uptime</td><td>3 days</td></tr></table>',
    { 'dom:table[page]/CPU': '12 %', 'dom:table[page]/Memory': '3.1 GB', 'dom:table[page]/Uptime': '3 days' },
  ],
  'a table with a heading for each row': [
    '<table><tr><th>Host</th><td>alpha</td></tr><tr><th>Zone</th><td>north</td></tr></table>',
    { 'dom:table[page]/Host': 'alpha', 'dom:table[page]/Zone': 'north' },
  ],
  'rows of boxes below a row of captions': [
    '<div class="budget"><div class="head"><b>Category</b><b>Spent</b></div><div class="row"><i>Food</i><i>120.50</i></div><div class="row"><i>Rent</i><i>900.00</i></div><div class="row"><i>Fun</i><i>0.00</i></div></div>',
    {
      'dom:list[budget]/0/Category': 'Food',
      'dom:list[budget]/0/Spent': '120.50',
      'dom:list[budget]/1/Category': 'Rent',
      'dom:list[budget]/1/Spent': '900.00',
      'dom:list[budget]/2/Category': 'Fun',
      'dom:list[budget]/2/Spent': '0.00',
    },
  ],
  'captions in a box of their own': [
    '<div><div><span>Player</span><span>Points</span></div><div class="scores"><div><span>Ann</span><span>3</span></div><div><span>Bob</span><span>5</span></div><div><span>Cy</span><span>1</span></div></div></div>',
    {
      'dom:list[scores]/0/Player': 'Ann',
      'dom:list[scores]/0/Points': '3',
      'dom:list[scores]/1/Player': 'Bob',
      'dom:list[scores]/1/Points': '5',
      'dom:list[scores]/2/Player': 'Cy',
      'dom:list[scores]/2/Points': '1',
    },
  ],
  'lines of a text that is edited in place': [
    '<div id="menu" contenteditable="true"><h2>Starters</h2><p>Leek <b>soup</b></p><ul><li>Trout</li></ul></div>',
    {
      'dom:region[menu]/menu': 'Starters\nLeek soup\nTrout',
      'dom:region[menu]/menu lines/0/kind': 'heading',
      'dom:region[menu]/menu lines/0/text': 'Starters',
      'dom:region[menu]/menu lines/1/kind': 'paragraph',
      'dom:region[menu]/menu lines/1/text': 'Leek soup',
      'dom:region[menu]/menu lines/2/kind': 'item',
      'dom:region[menu]/menu lines/2/text': 'Trout',
    },
  ],
  'a text that is edited in place and not all in lines': [
    '<div id="menu" contenteditable="true">Today <p>Soup</p> <p>Fish</p></div>',
    { 'dom:page[page]/menu': 'Today Soup Fish' },
  ],
  'a table whose first row is one of captions': [
    '<table id="stock"><tr><td>Article</td><td>Left</td></tr><tr><td>Tea</td><td>4</td></tr><tr><td>Mate</td><td>9</td></tr></table>',
    {
      'dom:table[stock]/0/Article': 'Tea',
      'dom:table[stock]/0/Left': '4',
      'dom:table[stock]/1/Article': 'Mate',
      'dom:table[stock]/1/Left': '9',
    },
  ],
  'a tree whose names end in a colon': [
    '<div><div><a><b class="key">order:</b> <i>Object</i></a><div style="margin-left:20px"><div><a><b class="key">number:</b> <i>"B-77"</i></a></div><div><a><b class="key">customer:</b> <i>Object</i></a><div style="margin-left:20px"><div><a><b class="key">city:</b> <i>"Oslo"</i></a></div></div></div></div></div></div>',
    { 'dom:page[page]/order/number': 'B-77', 'dom:page[page]/order/customer/city': 'Oslo' },
  ],
  'a tree with a colon between name and value': [
    '<div><div><b class="name">title</b>: <i contenteditable>Buns</i></div><div><b class="name">oven</b><div style="margin-left:20px"><div><b class="name">degrees</b>: <i contenteditable>225</i></div><div><b class="name">fan</b>: <i>false</i></div></div></div></div>',
    { 'dom:page[page]/title': 'Buns', 'dom:page[page]/oven/degrees': '225', 'dom:page[page]/oven/fan': 'false' },
  ],
  'a tree of names and values, by how far they are indented': [
    '<div><div><b>customer</b><i>:</i><i>{</i></div><div style="padding-left:20px"><b>city</b><i>:</i><i>Oslo</i></div><div style="padding-left:20px"><b>zip</b><i>:</i><i contenteditable>0150</i></div><div><b>total</b><i>:</i><input value="42.5"></div></div>',
    { 'dom:page[page]/customer/city': 'Oslo', 'dom:page[page]/customer/zip': '0150', 'dom:page[page]/total': '42.5' },
  ],
  'a tree of items': [
    '<ul role="tree" aria-label="Files"><li role="treeitem" aria-expanded="true"><span>src</span><ul role="group"><li role="treeitem">index</li><li role="treeitem" aria-selected="true">main</li></ul></li><li role="treeitem">README</li></ul>',
    {
      'dom:list[Files]/0/text': 'src',
      'dom:list[Files]/0/items/0': 'index',
      'dom:list[Files]/0/items/1/text': 'main',
      'dom:list[Files]/0/items/1/selected': true,
      'dom:list[Files]/0/expanded': true,
      'dom:list[Files]/1': 'README',
    },
  ],
  'numbers over what they count': [
    '<div class="figures"><div><b>573</b><i>Active now</i></div><div><b>12</b><i>Idle</i></div><div><b>3</b><i>Failed</i></div></div>',
    { 'dom:list[figures]/Active now': '573', 'dom:list[figures]/Idle': '12', 'dom:list[figures]/Failed': '3' },
  ],
  'one name and one value': [
    '<div><span class="tile-label">Temperature</span><span class="tile-value">21.5 °C</span></div>',
    { 'dom:page[page]/Temperature': '21.5 °C' },
  ],
  'a value set apart in its sentence': [
    '<p>Score: <b>12</b></p><div>Moves <span>7</span></div>',
    { 'dom:page[page]/Score': '12', 'dom:page[page]/Moves': '7' },
  ],
  'a list of terms': [
    '<dl><dt>Owner</dt><dd>Grace</dd><dt>Created</dt><dd>2024-01-02</dd></dl>',
    { 'dom:page[page]/Owner': 'Grace', 'dom:page[page]/Created': '2024-01-02' },
  ],
  'a count on a link': ['<div><a href="#1">Inbox <span>12</span></a><a href="#2">Sent</a></div>', { 'dom:page[page]/Inbox': 12 }],
  'parts of a page beside each other, each under its heading': [
    '<div><div class="card"><h3>Server</h3><p>Load <b>0.4</b></p></div><div class="card"><h3>Queue</h3><table><tr><th>Waiting</th><td>3</td></tr></table></div><div class="card"><h3>Note</h3><ul><li>Buy tea</li></ul></div></div>',
    { 'dom:region[Server]/Load': '0.4', 'dom:table[Queue]/Waiting': '3', 'dom:list[Note]/0': 'Buy tea' },
  ],
  'a name over its value in one paragraph': [
    '<p><strong>Owner</strong><br>Grace Hopper</p><p><strong>Region</strong><br>north</p>',
    { 'dom:page[page]/Owner': 'Grace Hopper', 'dom:page[page]/Region': 'north' },
  ],
  'cards of a name, a number and a note': [
    '<div><div><i>CPU usage</i><b>42 %</b><u>last 5 minutes</u></div><div><i>Memory</i><b>3 GB</b><u>of 8 GB</u></div><div><i>Errors</i><b>7</b><u>today</u></div></div>',
    {
      'dom:list[page]/CPU usage': '42 %',
      'dom:list[page]/CPU usage note': 'last 5 minutes',
      'dom:list[page]/Memory': '3 GB',
      'dom:list[page]/Memory note': 'of 8 GB',
      'dom:list[page]/Errors': '7',
      'dom:list[page]/Errors note': 'today',
    },
  ],
  'a switch that only its row names': [
    '<div><div><div><div>Auto scale</div></div><button role="switch" aria-checked="true"></button></div></div>',
    { 'dom:page[page]/text': 'Auto scale', 'dom:page[page]/Auto scale': true },
  ],
  'items that count something, called by what a build made of their class': [
    '<div class="Projects_a1b2c"><div class="entry">Apollo <small>4</small></div><div class="entry">Gemini <small>2</small></div><div class="entry">Saturn <small>0</small></div></div>',
    {
      'dom:list[Projects]/0/entry': 'Apollo',
      'dom:list[Projects]/0/count': 4,
      'dom:list[Projects]/1/entry': 'Gemini',
      'dom:list[Projects]/1/count': 2,
      'dom:list[Projects]/2/entry': 'Saturn',
      'dom:list[Projects]/2/count': 0,
    },
  ],
  // What looks alike and is not: records of something, whose words are no names.
  'who said what': [
    '<div class="chat"><div><b>Ann</b><span>hello</span></div><div><b>Bob</b><span>hi Ann</span></div><div><b>Ann</b><span>7</span></div></div>',
    {
      'dom:list[chat]/0/text': 'Ann',
      'dom:list[chat]/0/text2': 'hello',
      'dom:list[chat]/1/text': 'Bob',
      'dom:list[chat]/1/text2': 'hi Ann',
      'dom:list[chat]/2/text': 'Ann',
      'dom:list[chat]/2/text2': '7',
    },
  ],
  'lines of a log': [
    '<div class="log"><div><i>12:01:02</i><b>Server started</b></div><div><i>12:01:05</i><b>Client left</b></div><div><i>12:01:09</i><b>Server ended</b></div></div>',
    {
      'dom:list[log]/0/text': '12:01:02',
      'dom:list[log]/0/text2': 'Server started',
      'dom:list[log]/1/text': '12:01:05',
      'dom:list[log]/1/text2': 'Client left',
      'dom:list[log]/2/text': '12:01:09',
      'dom:list[log]/2/text2': 'Server ended',
    },
  ],
  'an editor of a tree whose lines are tables, and whose branches say how much is in them': [
    `<table class="tree"><tbody>${[
      [0, 'ship', '', '{2}'],
      [24, 'name', ':', 'Ida'],
      [24, 'masts', '', '[2]'],
      [48, '0', '', '{1}'],
      [72, 'height', ':', '31.5'],
      [48, '1', '', '{1}'],
      [72, 'height', ':', '28'],
      [24, 'crew', '', '[0]'],
      [24, 'sold', ':', '<input type="checkbox" checked></td><td>true'],
    ]
      .map(
        ([left, name, sign, value]) =>
          `<tr><td><table class="values" style="margin-left:${left}px"><tr><td><button></button></td><td><div class="field" contenteditable>${name}</div></td><td class="sign">${sign}</td><td>${value}</td></tr></table></td></tr>`,
      )
      .join('')}</tbody></table>`,
    {
      'dom:page[page]/ship/name': 'Ida',
      'dom:page[page]/ship/masts/0/height': '31.5',
      'dom:page[page]/ship/masts/1/height': '28',
      'dom:page[page]/ship/crew': '[0]',
      'dom:page[page]/ship/sold': true,
    },
  ],
  'a table that scrolls below its heads, which stand in another': [
    '<div class="files" role="group" aria-label="Grid with 2 rows"><div><table><tr><td></td><td role="columnheader">Name</td><td role="columnheader">Size</td></tr></table></div><div><div class="rows"><table><tr><td><input type="checkbox"></td><td>Lease</td><td>12 kB</td></tr><tr><td><input type="checkbox" checked></td><td>Plan</td><td>7 kB</td></tr></table></div></div></div><style>.files table{table-layout:fixed;width:300px}</style>',
    {
      'dom:table[files]/0/selected': false,
      'dom:table[files]/0/Name': 'Lease',
      'dom:table[files]/0/Size': '12 kB',
      'dom:table[files]/1/selected': true,
      'dom:table[files]/1/Name': 'Plan',
      'dom:table[files]/1/Size': '7 kB',
    },
  ],
  'lines of a terminal': [
    '<div class="screen-rows"><div><span>You stand on a jetty.</span></div><div><span>&gt; go </span><span class="bold">east</span></div><div><span>There is mud.</span></div></div>',
    {
      'dom:list[screen-rows]/0': 'You stand on a jetty.',
      'dom:list[screen-rows]/1/text': '> go',
      'dom:list[screen-rows]/1/bold': 'east',
      'dom:list[screen-rows]/2': 'There is mud.',
    },
  ],
  'many texts of one name, wherever in a part they stand': [
    `<main>${Array.from({ length: 9 }, (_, i) => `<div><p><span class="hour">${i + 8}:00</span></p></div>`).join('')}</main>`,
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`dom:region[main]/hour/${i}`, `${i + 8}:00`])),
  ],
  'cards that are pressed as a whole': [
    '<div><div role="button" tabindex="0" class="visit"><time class="visit-time">9:00</time><b class="visit-title">School class</b></div></div><div><a href="/x" class="tour"><h3>Harbour</h3><p>Two hours by boat</p></a></div>',
    {
      'dom:page[page]/visit-time': '9:00',
      'dom:page[page]/visit-title': 'School class',
      'dom:page[page]/heading': 'Harbour',
      'dom:page[page]/text': 'Two hours by boat',
    },
  ],
  'a tree whose lines stand in boxes that lay it out, and which of them is chosen': [
    `<div role="tree" class="shelves"><div role="presentation"><div role="presentation"><div role="treeitem" aria-expanded="true"><i></i><span>Features</span></div><div role="presentation"><div role="treeitem" aria-selected="true"><i></i><span>Nitrate</span></div></div></div><div role="presentation"><div role="treeitem"><i></i><span>Shorts</span></div></div></div></div>`,
    {
      'dom:list[shelves]/0/text': 'Features',
      'dom:list[shelves]/0/expanded': true,
      'dom:list[shelves]/1/text': 'Nitrate',
      'dom:list[shelves]/1/selected': true,
      'dom:list[shelves]/2': 'Shorts',
      'dom:page[page]/selected shelves': 'Nitrate',
    },
  ],
  'a grid that is drawn by its columns, by the numbers of its cells': [
    `<div role="grid" class="reels" style="width:300px"><div style="display:flex"><div style="width:100px">Title</div><div style="width:100px">Year</div></div><div style="display:flex"><div style="width:100px"><div role="gridcell" aria-rowindex="1" aria-colindex="1">Salt</div><div role="gridcell" aria-rowindex="2" aria-colindex="1" aria-selected="true">Kite</div></div><div style="width:100px"><div role="gridcell" aria-rowindex="1" aria-colindex="2">1927</div><div role="gridcell" aria-rowindex="2" aria-colindex="2">1931</div></div></div></div>`,
    {
      'dom:table[reels]/0/Title': 'Salt',
      'dom:table[reels]/0/Year': '1927',
      'dom:table[reels]/1/Title': 'Kite',
      'dom:table[reels]/1/Year': '1931',
      'dom:table[reels]/1/selected': true,
      'dom:page[page]/selected reels': 'Kite',
    },
  ],
  'a grid in two parts beside each other, of which one stays in sight': [
    `<div role="grid" class="files"><div><div role="row" aria-rowindex="1"><div role="columnheader" aria-colindex="1">Name</div></div><div role="row" aria-rowindex="2"><div role="gridcell" aria-colindex="1">Lease</div></div><div role="row" aria-rowindex="3"><div role="gridcell" aria-colindex="1">Plan</div></div></div><div><div role="row" aria-rowindex="1"><div role="columnheader" aria-colindex="2">Size</div></div><div role="row" aria-rowindex="2"><div role="gridcell" aria-colindex="2">12 kB</div></div><div role="row" aria-rowindex="3"><div role="gridcell" aria-colindex="2">7 kB</div></div></div></div>`,
    {
      'dom:table[files]/0/Name': 'Lease',
      'dom:table[files]/0/Size': '12 kB',
      'dom:table[files]/1/Name': 'Plan',
      'dom:table[files]/1/Size': '7 kB',
    },
  ],
  'a document that is edited in place, with a table in it': [
    '<div id="minutes" contenteditable="true"><h2>Water board</h2><p>The pump is <b>broken</b>.</p><table><tr><th>Gate</th><th>Level</th></tr><tr><td>Gate 6</td><td>2.31 m</td></tr></table></div>',
    {
      'dom:region[minutes]/minutes': 'Water board\nThe pump is broken.\nGate\nLevel\nGate 6\n2.31 m',
      'dom:region[minutes]/minutes lines/0/kind': 'heading',
      'dom:region[minutes]/minutes lines/0/text': 'Water board',
      'dom:region[minutes]/minutes lines/1/kind': 'paragraph',
      'dom:region[minutes]/minutes lines/1/text': 'The pump is broken.',
      'dom:region[minutes]/minutes lines/2/kind': 'cell',
      'dom:region[minutes]/minutes lines/2/text': 'Gate',
      'dom:region[minutes]/minutes lines/3/kind': 'cell',
      'dom:region[minutes]/minutes lines/3/text': 'Level',
      'dom:region[minutes]/minutes lines/4/kind': 'cell',
      'dom:region[minutes]/minutes lines/4/text': 'Gate 6',
      'dom:region[minutes]/minutes lines/5/kind': 'cell',
      'dom:region[minutes]/minutes lines/5/text': '2.31 m',
      'dom:table[Water board]/0/Gate': 'Gate 6',
      'dom:table[Water board]/0/Level': '2.31 m',
    },
  ],
  'how many of something there are, one or more': [
    '<p>1 booking to be paid</p><div><p>12 guests.</p></div>',
    { 'dom:page[page]/booking to be paid': '1 booking to be paid', 'dom:page[page]/guest': '12 guests.' },
  ],
  'a field whose name a library made up': [
    '<label>Warden <input name="ion-input-0" value="Tilde Moe"></label>',
    { 'dom:page[page]/Warden': 'Tilde Moe' },
  ],
  'a text that a script writes, before a field': [
    '<p id="keeper">Odile</p><select id="shelf"><option>all</option><option>north</option></select>',
    { 'dom:page[page]/keeper': 'Odile', 'dom:page[page]/shelf': 'all' },
  ],
  'things to be bought': [
    '<div class="tea"><div><h3>Green</h3><p>$4.00</p><button>Add</button></div><div><h3>Mate</h3><p>$5.00</p><button>Add</button></div><div><h3>Oolong</h3><p>$6.00</p><button>Add</button></div></div>',
    {
      'dom:list[tea]/0/heading': 'Green',
      'dom:list[tea]/0/text': '$4.00',
      'dom:list[tea]/1/heading': 'Mate',
      'dom:list[tea]/1/text': '$5.00',
      'dom:list[tea]/2/heading': 'Oolong',
      'dom:list[tea]/2/text': '$6.00',
    },
  ],
};

interface Reading {
  readonly roots: readonly RawRoot[];
  readonly actions: readonly { readonly name: string }[];
  readonly more: { readonly hints: { readonly heading?: string } };
}

const madeAgent = `((kit) => [${domScript.join(',')}].map((task) => task.call(kit)).pop())({ __proto__: null })`;

describe.runIf(hasChromium)('the rules of the screen', () => {
  let browser: Chromium;
  let client: CDP.Client;
  beforeAll(async () => {
    browser = await startChromium(writePage('<title>substrate-page</title>'));
    client = await browser.page('substrate-page');
    const loaded = "new Promise((done) => (document.readyState === 'complete' ? done() : addEventListener('load', done)))";
    await client.send('Runtime.evaluate', { expression: loaded, awaitPromise: true });
  });
  afterAll(async () => {
    await client?.close();
    await browser?.stop();
  });

  const reading = async (markup: string): Promise<Reading> => {
    const expression = `document.body.innerHTML = ${JSON.stringify(markup)};
      const agent = ${madeAgent};
      agent.begin(${JSON.stringify(defaultBudget)}, true);
      agent.step(1e9, 1e9, 1e9)`;
    const { result } = await client.send('Runtime.evaluate', { expression: `{ ${expression} }`, returnByValue: true });
    return JSON.parse(String(result.value)) as Reading;
  };

  test.each(Object.entries(shapes))('%s', async (_, [markup, expected]) => {
    const told: Record<string, unknown> = {};
    const tell = (node: RawNode, at: string): void => {
      if (node.children) for (const child of node.children) tell(child, childAddress(at, child));
      else told[at] = node.value;
    };
    for (const root of (await reading(markup)).roots) tell(root, root.address);
    expect(told).toEqual(expected);
  });

  test('what can be done with the rows of a list is gone through control by control, whatever there is in a row', async () => {
    const row = `<li>${Array.from({ length: 20 }, (_, i) => `<button>Do ${i}</button>`).join('')}</li>`;
    const expression = `document.body.innerHTML = ${JSON.stringify(`<ul id="rows">${row}${row}</ul>`)};
      const agent = ${madeAgent};
      agent.begin(${JSON.stringify(defaultBudget)}, true);
      let tasks = 1;
      while (agent.step(1e9, 1e9, -1) === '') tasks++;
      tasks`;
    const { result } = await client.send('Runtime.evaluate', { expression: `{ ${expression} }`, returnByValue: true });
    expect(result.value).toBeGreaterThan(40);
  });

  test('a view is called by its highest heading, whichever comes first', async () => {
    expect((await reading('<h2>Shop</h2><h1>Cart</h1><h2>Shipping</h2>')).more.hints.heading).toBe('Cart');
  });

  test('a text that is cut says how long it is', async () => {
    const long = 'All of this is one paragraph. '.repeat(200).trim();
    const markup = `<main><p class="terms">${long}</p><label>Notes <textarea>${long}</textarea></label></main>${long}`;
    const cut: RawNode[] = [];
    const find = (node: RawNode): void => {
      if (typeof node.value === 'string' && node.value.endsWith('…')) cut.push(node);
      for (const child of node.children ?? []) find(child);
    };
    for (const root of (await reading(markup)).roots) find(root);
    expect(cut.map(({ length }) => length)).toEqual([long.length, long.length, long.length]);
  });

  test('a choice of one is called by what is chosen among, not by what is chosen', async () => {
    const option = (value: string, more = ''): string =>
      `<label><input type="radio" name="use" value="${value}"${more}> For ${value}</label>`;
    const { roots } = await reading(option('pleasure') + option('work', ' checked'));
    expect(roots[0]?.children?.map(({ name, label, value }) => [name, label, value])).toEqual([['use', undefined, 'work']]);
  });

  test('what an action is called does not count', async () => {
    const { actions } = await reading('<nav><a href="#1">Inbox <b>12</b></a><button>Retry <i>(3)</i></button></nav>');
    expect(actions.map(({ name }) => name)).toEqual(['Inbox', 'Retry']);
  });
});
