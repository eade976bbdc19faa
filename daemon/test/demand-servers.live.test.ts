import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { VerifyResponse } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from './example-apps.js';
import { createWorkshop, dotnetProject, has, type RunningDaemon, until, type Workshop } from './support.js';

/** Programs that hold 1,500 orders: what is not served of them is said, and read for whoever needs it, in every runtime as on a page. */

const node = `
const http = require('node:http');
const shop = { orders: [], done: [], city: 'London' };
for (let i = 0; i < 1500; i++) shop.orders.push({ id: i + 1, status: i % 7 ? 'paid' : 'open' });
http.createServer((_, response) => response.end(String(shop.orders.length))).listen(0, '127.0.0.1');
`;

const java = `
import java.util.*;
public class Shop {
  static class Order { final int id; final String status; Order(int id, String status) { this.id = id; this.status = status; } }
  static final List<Order> orders = new ArrayList<>();
  static final List<Order> done = new ArrayList<>();
  static String city;
  public static void main(String[] args) throws Exception {
    city = args[0];
    for (int i = 0; i < 1500; i++) orders.add(new Order(i + 1, i % 7 == 0 ? "open" : "paid"));
    while (true) Thread.sleep(1000);
  }
}
`;

const dotnet = `
using System; using System.Collections.Generic; using System.Threading.Tasks;
public sealed record Order(int Id, string Status);
public static class Shop {
  public static List<Order> Orders = new();
  public static List<Order> Done = new();
  public static string City = "";
  public static async Task Main(string[] args) {
    City = args[0];
    for (var i = 0; i < 1500; i++) Orders.Add(new Order(i + 1, i % 7 == 0 ? "open" : "paid"));
    while (true) await Task.Delay(1000);
  }
}
`;

interface Kind {
  readonly name: string;
  readonly isThere: boolean;
  start(workshop: Workshop): void;
}

const kinds: readonly Kind[] = [
  {
    name: 'a Node.js server',
    isThere: true,
    start: (workshop) => void workshop.start(process.execPath, [workshop.write('shop.js', node)]),
  },
  {
    name: 'a Java program',
    isThere: requireRuntime('jvm', has('javac') ? null : 'a JDK (javac)'),
    start: (workshop) => {
      const classes = path.join(workshop.folder, 'classes');
      execFileSync('javac', ['-d', classes, workshop.write('Shop.java', java)]);
      workshop.start('java', ['-Xmx64m', '-cp', classes, 'Shop', 'London']);
    },
  },
  {
    name: 'a .NET program',
    isThere: requireRuntime('clr', missing.clr),
    start: (workshop) => {
      workshop.write('shop/Shop.csproj', dotnetProject);
      workshop.write('shop/Program.cs', dotnet);
      const out = path.join(workshop.folder, 'shop-out');
      const quiet = ['-v', 'q', '--nologo', '-nodeReuse:false', '-p:UseSharedCompilation=false'];
      execFileSync('dotnet', ['build', path.join(workshop.folder, 'shop'), '-o', out, ...quiet], { stdio: 'ignore' });
      workshop.start('dotnet', [path.join(out, 'Shop.dll'), 'London']);
    },
  },
];

for (const { name, isThere, start } of kinds) {
  describe.runIf(isThere)(`${name} with more in it than is served`, () => {
    const workshop = createWorkshop();
    let daemon: RunningDaemon;
    let pid: number;
    /** What the list is called, whatever the runtime puts before it. */
    let orders = '';
    let done = '';

    beforeAll(async () => {
      start(workshop);
      daemon = await workshop.daemon({});
      const found = await until(
        async () => {
          const app = (await daemon.apps()).find(({ has_state }) => has_state);
          if (!app) return undefined;
          const { objects } = await daemon.state(app.pid);
          const key = Object.keys(objects).find((one) => /\borders\.count$/.test(one) && objects[one] === 1500);
          return key === undefined ? undefined : { pid: app.pid, key };
        },
        'the orders',
        120_000,
      );
      pid = found.pid;
      orders = found.key.slice(0, -'.count'.length);
      done = orders.replace(/orders$/, 'done');
    }, 240_000);
    afterAll(() => workshop[Symbol.asyncDispose]());

    const verify = async (expression: string): Promise<VerifyResponse> =>
      (await daemon.post('/verify', { pid, expression, timeout_ms: 5000 })).body as unknown as VerifyResponse;

    test('says what was cut, and serves whole records', async () => {
      const { probe_metadata, objects } = await daemon.state(pid);
      const served = Object.keys(objects).filter((key) => key.startsWith(`${orders}[`));
      const places = new Set(served.map((key) => key.slice(0, key.indexOf(']') + 1)));
      expect(probe_metadata.truncated).toContainEqual({ path: orders, shown: places.size, total: 1500, reason: 'list' });
      for (const place of places) {
        expect(served).toContain(`${place}.id`);
        expect(served).toContain(`${place}.status`);
      }
    });

    test.each<[(list: string, empty: string) => string, boolean]>([
      [(list) => `${list}.every(o => o.id <= 200)`, false],
      [(list) => `!${list}.some(o => o.id === 1000)`, false],
      [(list) => `${list}.some(o => o.id === 1000)`, true],
      [(list) => `${list}.filter(o => o.status === "open").length === 215`, true],
      [(list) => `${list}[700].status === "open" && ${list}.at(-1).id === 1500`, true],
      [(list) => `${list}.length === 1500 && ${list}.length === ${list}.count`, true],
      [(_, empty) => `${empty}.length === 0`, true],
    ])('%s is %s', async (expression, passed) => {
      expect(await verify(expression(orders, done))).toMatchObject({ passed, computed_value: passed });
    });

    test('every key is within reach, and lists can be paged through', async () => {
      const far = `${orders}[700].status`;
      expect((await daemon.state(pid, `?keys=${encodeURIComponent(far)}`)).objects).toEqual({ [far]: 'open' });
      const page = await daemon.state(pid, `?prefix=${encodeURIComponent(orders)}&from=1000&limit=50`);
      expect(Object.keys(page.objects)).toHaveLength(101);
      expect(page.objects[`${orders}[1049].id`]).toBe(1050);
      expect(page.probe_metadata.truncated).toContainEqual({ path: orders, shown: 50, total: 1500, reason: 'list' });
    });
  });
}
