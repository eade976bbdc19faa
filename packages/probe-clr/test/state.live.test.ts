/** What the examples hold, read from outside, and what they do when told to. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { RawCapture } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { at, build, createTestProbe, discover, missing, poll, soon, start, startExample, stoppedAfterEach } from './clr.js';

describe.runIf(requireRuntime('clr', missing()))('state and actions', () => {
  const run = stoppedAfterEach();

  beforeAll(() => {
    for (const example of ['console', 'minimal-api', 'worker', 'avalonia', 'till'] as const) build(example);
  }, 600_000);

  test('an async Main with a static store', async () => {
    const target = await run(startExample('console'));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(at(capture, 'task:Program.Main/warehouse', 'Address', 'City')?.value).toBe('Rotterdam');
    expect(at(capture, 'task:Program.Main/opened')?.value).toBe('2026-03-01T08:30:00Z');
    expect(at(capture, 'static:Inventory.Stock', 'Items', 'nut-m8', 'UnitPrice')?.value).toBe(0.12);
    expect(at(capture, 'static:Inventory.Stock', 'Current', 'CountEvery')?.value).toBe('12:00:00');
    expect(at(capture, 'static:Inventory.Stock', 'Current', 'ApiKey')).toMatchObject({ value: '[redacted]', secret: true });
    expect(at(capture, 'process:application', 'Name')?.value).toBe('Inventory');
    const ship = 'call:static:Inventory.Stock.ShipAsync(String,Int32)';
    expect(capture.actions.find((action) => action.address === ship)).toMatchObject({
      name: 'ShipAsync',
      kind: 'method',
      source: 'static',
      owner: 'Stock',
      returns: 'Int32',
      targets: ['static:Inventory.Stock'],
      parameters: [
        { name: 'sku', type: 'string', required: true, sourceType: 'String' },
        { name: 'quantity', type: 'number', required: true, sourceType: 'Int32' },
      ],
    });
    expect(
      await session.invoke({ address: ship, parameters: { sku: 'nut-m8', quantity: 80 }, timeoutMs: 5000 }, soon()),
    ).toMatchObject({ ok: true, value: 400 });
    expect(at(await session.capture(poll, soon()), 'static:Inventory.Stock', 'Items', 'nut-m8', 'Quantity')?.value).toBe(400);
    expect(await session.invoke({ address: ship, parameters: { sku: 'gold', quantity: 1 }, timeoutMs: 5000 }, soon())).toEqual({
      ok: false,
      dispatched: true,
      reason: 'threw',
      message: "There is no item 'gold'.",
    });
  });

  test('a Main that blocks, where the heap can’t be walked: what only its stack leads to', async () => {
    if (build('till', 'net8.0') === null) return;
    const target = await run(startExample('till', 'net8.0', { input: '' }));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const register = 'heap:Till.Register';
    let capture = await session.capture(discover, soon());
    // It may be on its way from its first line to the keyboard.
    await expect
      .poll(
        async () => {
          capture = await session.capture(discover, soon());
          return at(capture, register, 'Place')?.value;
        },
        { timeout: 20_000 },
      )
      .toBe('Front desk');
    expect(at(capture, register, 'Sales', '0', 'Article')?.value).toBe('tea');
    expect(at(capture, register, 'Sales', '0', 'Price')?.value).toBe(3.5);
    expect(at(capture, register, 'Members', 'ada', 'Level')?.value).toBe('Gold');
    expect(at(capture, register, 'Sold', 'tea')?.value).toBe(2);
    expect(at(capture, register, 'Payments', '0', 'Brand')?.value).toBe('Girocard');
    expect(at(capture, register, 'Payments', '0', 'Token')).toMatchObject({ value: '[redacted]', secret: true });
    expect(at(capture, register, '_tape')?.value).toBe('tea\n');
    expect(at(capture, register, 'Pack', 'Unit')?.value).toBe('box');
    expect(at(capture, register, 'Shelf')).toMatchObject({ kind: 'omitted', omitted: 'unreachable' });
    expect(at(capture, 'thread:System.Collections.Generic.List<Refund>', '0', 'Quantity')?.value).toBe(1);
    expect(at(capture, 'task:Program/tips')?.value).toBe(0);
    // A copy can't be acted on, and the capture says what is missing. Its address is the one that the object on the heap would have.
    expect(capture.known?.roots.map((root) => root.address).join()).not.toContain('thread:');
    expect(capture.actions.filter((action) => action.address.includes(register))).toEqual([]);
    expect(capture.notes.join()).toMatch(/threads that block/);

    // A Main that is not found is looked for with the first polls; from then on only what changed is.
    for (let i = 0; i < 10; i++) await session.capture(poll, soon());
    const polled = async (...path: string[]): Promise<unknown> =>
      at(await session.capture(poll, soon()), register, ...path)?.value;
    target.child.stdin?.write('coffee\ncollect\n');
    await expect.poll(() => polled('Sales', '1', 'Article'), { timeout: 20_000 }).toBe('coffee');
    target.child.stdin?.write('milk\ntip\n');
    await expect.poll(() => polled('Sold', 'milk'), { timeout: 20_000 }).toBe(1);
    await expect
      .poll(async () => at(await session.capture(poll, soon()), 'task:Program/tips')?.value, { timeout: 20_000 })
      .toBe(0.5);
    expect(target.isAlive()).toBe(true);
  }, 300_000);

  test('a Main that blocks: its objects are on the heap, and can be acted on', async () => {
    const target = await run(startExample('till', 'default', { input: '' }));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const register = 'heap:Till.Register';
    expect(at(capture, register, 'Place')?.value).toBe('Front desk');
    expect(at(capture, register, 'Members', 'ada', 'Level')?.value).toBe('Gold');
    expect(at(capture, register, 'Payments', '0', 'Token')).toMatchObject({ value: '[redacted]', secret: true });
    expect(at(capture, register, 'Shelf')?.kind).not.toBe('omitted');
    expect(at(capture, 'task:Program/tips')?.value).toBe(0);
    expect(capture.known?.roots.map((root) => root.address)).toContain(register);
    target.child.stdin?.write('coffee\ntip\n');
    const polled = async (address: string, ...path: string[]): Promise<unknown> =>
      at(await session.capture(poll, soon()), address, ...path)?.value;
    await expect.poll(() => polled(register, 'Sales', '1', 'Article'), { timeout: 20_000 }).toBe('coffee');
    await expect.poll(() => polled('task:Program/tips'), { timeout: 20_000 }).toBe(0.5);
    expect(target.isAlive()).toBe(true);
  });

  test('an ASP.NET Core application: services, captured locals, cache, routes', async () => {
    const target = await run(startExample('minimal-api'));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(at(capture, 'endpoint:Program/todos', '1', 'Title')?.value).toBe('Water the plants');
    expect(at(capture, 'endpoint:Program/owner')?.value).toBe('ada');
    expect(at(capture, 'di:TodoApi.PriceList', '_prices', 'bread')?.value).toBe(3.1);
    expect(at(capture, 'cache:MemoryCache', 'greeting')?.value).toBe('good morning');
    expect(at(capture, 'process:application', 'Addresses', '0')?.value).toBe(target.line.split(' ')[2]);
    const call = (address: string, parameters: Record<string, unknown>, timeoutMs = 5000) =>
      session.invoke({ address, parameters, timeoutMs }, soon());
    expect(await call('route:POST /todos', { draft: { title: 'Buy tea', due: '2026-06-01' } })).toMatchObject({
      ok: true,
      value: { Id: 3, Title: 'Buy tea', Done: false, Due: '2026-06-01' },
    });
    expect(await call('route:POST /cart/{sku}', { sku: 'bread' })).toMatchObject({ ok: true, value: 12.1 });
    expect(await call('route:GET /todos/{id}', { id: 99 })).toMatchObject({ ok: true, value: { status: 404 } });
    expect(await call('route:GET /todos', {})).toMatchObject({ ok: true, value: [{ Id: 1 }, { Id: 2 }, { Id: 3 }] });
    // A handler that writes its answer, and one that could not be told for whom.
    expect(await call('route:GET /health', {})).toMatchObject({ ok: true, value: { status: 200, body: '3 to do' } });
    expect(capture.actions.some((action) => action.name.includes('/greetings'))).toBe(false);
    expect(await call('set:di:TodoApi.Cart.Coupon', { value: 'SPRING' })).toMatchObject({ ok: true });
    expect(await call('call:di:TodoApi.Cart.CheckoutAsync(String,CancellationToken)', { address: 'Quay 7' })).toMatchObject({
      ok: true,
      value: true,
    });
    expect(await call('call:di:TodoApi.Cart.Add(String,Int32)', { sku: 7, quantity: 1 })).toMatchObject({
      ok: false,
      dispatched: false,
      reason: 'bad_parameter',
    });
    expect(await call('call:di:TodoApi.Cart.AuditAsync(Int32)', { milliseconds: 3000 }, 200)).toMatchObject({
      ok: false,
      dispatched: true,
      reason: 'timeout_still_running',
    });
    const after = await session.capture(poll, soon());
    expect(at(after, 'endpoint:Program/todos', '3', 'Title')?.value).toBe('Buy tea');
    expect(at(after, 'di:TodoApi.Cart', 'Coupon')?.value).toBe('SPRING');
    const titles = (await (await fetch(`${target.line.split(' ')[2]}/todos`)).json()) as { title: string }[];
    expect(titles.map((todo) => todo.title)).toContain('Buy tea');
  });

  test('an ASP.NET Core application: configuration, routes, controllers', async () => {
    const target = await run(
      startExample('minimal-api', 'default', { args: ['--Shipping:Carrier=Hermes', '--Shipping:ApiKey=hunter2-hunter2'] }),
    );
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(at(capture, 'config:Configuration', 'Shipping', 'Carrier')?.value).toBe('Hermes');
    expect(at(capture, 'config:Configuration', 'Shipping', 'ApiKey')).toMatchObject({ value: '[redacted]', secret: true });
    expect(JSON.stringify(capture)).not.toContain('hunter2');
    // Nobody has asked for anything yet; the first request makes them no others.
    const routesOf = (one: RawCapture) => at(one, 'process:application', 'Routes')?.children?.map((route) => route.value);
    const routes = routesOf(capture);
    expect(routes).toEqual(expect.arrayContaining(['GET /todos/{id}', 'GET /reviews/{sku}', 'POST /reviews']));
    expect((await fetch(`${target.line.split(' ')[2]}/reviews/tea`)).status).toBe(200);
    expect(new Set(routesOf(await session.capture(discover, soon())))).toEqual(new Set(routes));
    const call = (address: string, parameters: Record<string, unknown>) =>
      session.invoke({ address, parameters, timeoutMs: 5000 }, soon());
    expect(await call('route:GET /reviews/{sku}', { sku: 'tea' })).toMatchObject({
      ok: true,
      value: { Sku: 'tea', Stars: 5, Text: 'Keeps me awake.' },
    });
    expect(await call('route:GET /reviews/{sku}', { sku: 'gold' })).toMatchObject({ ok: true, value: { status: 404 } });
    expect(await call('route:POST /reviews', { review: { sku: 'milk', stars: 4, text: 'Fresh.' } })).toMatchObject({
      ok: true,
      value: 2,
    });
    expect(await call('route:POST /reviews', { review: { sku: 'milk', stars: 9, text: 'Best.' } })).toMatchObject({
      ok: false,
      reason: 'threw',
      message: 'A review has one to five stars.',
    });
    expect(at(await session.capture(poll, soon()), 'di:TodoApi.ReviewBook', 'All', '1', 'Text')?.value).toBe('Fresh.');
  });

  test('an F# session: values, records, unions and maps by their names', { timeout: 300_000 }, async () => {
    const sdk = execFileSync('dotnet', ['--info'], { encoding: 'utf8' }).match(/Base Path:\s+(\S+)/)?.[1];
    const target = await run(
      start('dotnet', [join(sdk as string, 'FSharp', 'fsi.dll'), '--nologo', '--readline-'], {
        input: [
          'type Item = { Name: string; Price: decimal }',
          'type Shape = Circle of radius: float | Square of side: float | Nothing',
          'let mutable counter = 42',
          'let item = { Name = "Teapot"; Price = 19.5M }',
          'let stock = Map [ "tea", 12; "coffee", 7 ]',
          'let shapes = [ Circle 2.0; Square 3.0; Nothing ]',
          'printfn "\\nready";;',
          '',
        ].join('\n'),
      }),
    );
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const held = (...path: string[]) =>
      capture.roots
        .flatMap((root) => (root.address.startsWith('static:') ? [at(capture, root.address, ...path)?.value] : []))
        .find((value) => value !== undefined);
    expect(held('counter')).toBe(42);
    expect(held('item', 'Name')).toBe('Teapot');
    expect(held('stock', 'coffee')).toBe(7);
    expect(held('shapes', '0', 'radius')).toBe(2);
    expect(['0', '1', '2'].map((index) => held('shapes', index, 'Case'))).toEqual(['Circle', 'Square', 'Nothing']);

    // It has much on its stack. Copies of that are thrown away with every look: nothing of the program may run for one.
    for (let i = 0; i < 4; i++) await session.capture(discover, soon());
    let output = '';
    target.child.stdout?.on('data', (bytes) => {
      output += bytes;
    });
    target.child.stdin?.write('System.GC.Collect(); System.GC.WaitForPendingFinalizers(); printfn "\\ncollected";;\n');
    await expect.poll(() => output.includes('\ncollected') || !target.isAlive(), { timeout: 60_000 }).toBe(true);
    expect(target.isAlive()).toBe(true);
  });

  test('a worker: its queue can be drained', async () => {
    const target = await run(startExample('worker'));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    expect(at(capture, 'di:MailWorker.MailQueue', '_pending', '1', 'Priority')?.value).toBe('Urgent');
    expect(at(capture, 'task:MailWorker.DeliveryService.ExecuteAsync', 'relay')?.value).toBe('smtp.example.com');
    // It asked for any port: the one that it got is told, though it never asked which.
    expect(at(capture, 'process:application', 'Listening', '0')?.value).toMatch(/^127\.0\.0\.1:[1-9]\d+$/);
    const address = 'call:di:MailWorker.MailQueue.Drain()';
    expect(await session.invoke({ address, parameters: {}, timeoutMs: 5000 }, soon())).toMatchObject({ ok: true, value: 3 });
    const after = await session.capture(poll, soon());
    expect(at(after, 'di:MailWorker.MailQueue', '_pending')?.children).toEqual([]);
    expect(at(after, 'di:MailWorker.MailQueue', 'LastDelivered', 'To')?.value).toBe('alan@example.com');
  });

  test('an Avalonia view: what it shows, the view model behind it, a command on its thread', async () => {
    if (build('avalonia') === null) return;
    const target = await run(startExample('avalonia'));
    await using session = await createTestProbe().attach(target.app, undefined, soon());
    const capture = await session.capture(discover, soon());
    const model = 'viewmodel:NotesApp.NotesViewModel';
    expect(capture.hints.windowClass).toBe('NotesView');
    expect(at(capture, model, 'Notes', '0', 'Title')?.value).toBe('Groceries');
    expect(at(capture, 'window:main', 'Heading', 'Text')).toMatchObject({ value: 'My notes', shown: true });
    expect(at(capture, 'window:main', 'OnlyPinned', 'IsChecked')?.value).toBe(true);
    expect(at(capture, 'window:main', 'PinBox', 'Text')).toMatchObject({ value: '[redacted]', secret: true });
    const call = (address: string, parameters: Record<string, unknown>) =>
      session.invoke({ address, parameters, timeoutMs: 5000 }, soon());
    expect(await call(`command:${model}.AddCommand`, {})).toMatchObject({
      ok: false,
      message: "The command can't be executed now.",
    });
    expect(await call(`set:${model}.Draft`, { value: 'Call mum' })).toMatchObject({ ok: true });
    expect(await call(`command:${model}.AddCommand`, {})).toMatchObject({ ok: true });
    const after = await session.capture(poll, soon());
    expect(at(after, model, 'Notes', '2', 'Title')?.value).toBe('Call mum');
    expect(at(after, model, 'LastThread')?.value).toBe(Number(target.line.split(' ')[2]));
  });

  test('another diagnostic tool at the same time', async () => {
    // What dotnet-trace does: a connection of its own that stays open while events flow.
    const target = await run(startExample('console'));
    const { connect } = await import('node:net');
    const { tmpdir } = await import('node:os');
    const socket = connect(
      `${process.env.TMPDIR ?? tmpdir()}/dotnet-diagnostic-${target.app.pid}-${target.app.startTime}-socket`,
    );
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    await new Promise((resolve) => socket.once('connect', resolve));
    const name = Buffer.from('Microsoft-Windows-DotNETRuntime\0', 'utf16le');
    const number = (value: number): Buffer => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value);
      return bytes;
    };
    // CollectTracing: buffer size, format, one provider (keywords: everything of the garbage collector; verbose), no filter.
    const keywords = Buffer.from('0100000000000000', 'hex');
    const payload = Buffer.concat([
      number(16),
      number(1),
      number(1),
      keywords,
      number(5),
      number(name.length / 2),
      name,
      number(0),
    ]);
    const header = Buffer.from('DOTNET_IPC_V1\0\0\0\x02\x02\0\0', 'latin1');
    header.writeUInt16LE(20 + payload.length, 14);
    socket.write(Buffer.concat([header, payload]));
    await expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(20);
    const session = await createTestProbe().attach(target.app, undefined, soon());
    expect((await session.capture(discover, soon())).roots.length).toBeGreaterThan(2);
    const before = received;
    await session[Symbol.asyncDispose]();
    expect(socket.destroyed).toBe(false);
    expect(before).toBeGreaterThan(20);
    socket.destroy();
    expect(target.isAlive()).toBe(true);
  });
});
