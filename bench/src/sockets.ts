// `npm run bench -- sockets` opens 10,000 websockets to one server and measures how long an event takes to reach its user: from sending a
// request that changes something until the screen of that user hears of it, the request included; then until all have heard what
// concerns everyone, and what the server needs for it.

import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { eventually, RestClient, signUp } from '@glasspool/e2e/rest-client';
import { RunningServer } from '@glasspool/e2e/running-server';
import { WebSocket } from 'ws';
import { IS_SHORT, printFigure, printHead } from './figure.ts';
import { MEASURED_SERVER } from './measured-server.ts';

const SOCKETS = IS_SHORT ? 1_000 : 10_000;
const MEMBERS = 10;
const CHANGES = IS_SHORT ? 100 : 500;
const OPENED_AT_ONCE = 100;
const CHANGE_EVERY_MS = 20;
/** Goals, which stand in the place of a baseline. */
const P99_MS = 100;
const MEBIBYTE = 2 ** 20;

/** A screen that listens. */
class Screen {
  #heard: (type: string) => void = () => undefined;

  /** Opens a connection as the web app does. */
  static async open(url: string, token: string | undefined): Promise<Screen> {
    const screen = new Screen();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc?connectionParams=1`);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
    socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path: 'events.onChange' } }));
    const started = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const text = String(data);
        if (text === 'PING') return socket.send('PONG');
        if (text.includes('"started"')) resolve();
        const type = /"type":"(\w+\.\w+)"/.exec(text)?.[1];
        if (type !== undefined) screen.#heard(type);
      });
    });
    await started;
    return screen;
  }

  /** Resolves with the time at which an event of a type comes. */
  hear(type: string): Promise<number> {
    return new Promise((resolve) => {
      this.#heard = (heard) => {
        if (heard === type) resolve(performance.now());
      };
    });
  }
}

async function signUpMembers(server: RunningServer): Promise<RestClient[]> {
  const members: RestClient[] = [];
  for (let index = 0; index < MEMBERS; index += 1) {
    const member = new RestClient(() => server.url);
    await signUp(member, `screen-${index}@example.org`);
    const { address } = (await member.get('/get-wallet')).body.data.wallets[1];
    await member.post('/dev/faucet', { address, currency: 'USDT', amount: '1000000' });
    members.push(member);
  }
  for (const member of members)
    await eventually(async () => Number((await member.get('/get-wallet')).body.data.wallets[1].balance) > 0);
  return members;
}

/** The last member has all other connections: those of a crowd to whom nothing happens. */
async function openCrowd(server: RunningServer, token: string | undefined): Promise<Screen[]> {
  const crowd: Screen[] = [];
  while (crowd.length < SOCKETS - MEMBERS) {
    const count = Math.min(OPENED_AT_ONCE, SOCKETS - MEMBERS - crowd.length);
    crowd.push(...(await Promise.all(Array.from({ length: count }, () => Screen.open(server.url, token)))));
  }
  return crowd;
}

async function measureChanges(members: readonly RestClient[], screens: readonly Screen[]): Promise<number[]> {
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const [member, screen] = [members[change % members.length], screens[change % members.length]];
    if (member === undefined || screen === undefined) throw new Error('Every member has a screen.');
    const heard = screen.hear('wallet.changed');
    const sentAt = performance.now();
    const answer = await member.post('/transfer/wallet', { currency: 'USDT', amount: '0.5' });
    if (answer.status !== 200) throw new Error(`The change was refused: ${JSON.stringify(answer.body)}`);
    times.push((await heard) - sentAt);
    await setTimeout(CHANGE_EVERY_MS);
  }
  return times.sort((a, b) => a - b);
}

async function readMetric(server: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const value = text.split('\n').find((line) => line.startsWith(`${name} `));
  return Number(value?.split(' ')[1]);
}

await using server = await RunningServer.start(MEASURED_SERVER);
const members = await signUpMembers(server);
const active = members.slice(0, -1);
const before = await readMetric(server, 'process_resident_memory_bytes');
const openedAt = performance.now();
const screens = await Promise.all(active.map(({ token }) => Screen.open(server.url, token)));
const crowd = await openCrowd(server, members.at(-1)?.token);
process.stdout.write(
  `${SOCKETS} connections opened in ${((performance.now() - openedAt) / 1_000).toFixed(1)} s\n`,
);
const after = await readMetric(server, 'process_resident_memory_bytes');
const times = await measureChanges(active, screens);
const heardByAll = Promise.all(crowd.map((screen) => screen.hear('rewards.paid')));
const [first] = active;
await first?.post('/transfer/invest', { currency: 'USDT', amount: '100' });
await first?.post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
const advancedAt = performance.now();
await first?.post('/dev/clock/advance', { hours: 24 });
const heardAt = await heardByAll;
const firstAt = heardAt.reduce((earliest, at) => Math.min(earliest, at));
const lastAt = heardAt.reduce((latest, at) => Math.max(latest, at));
printHead();
printFigure({
  name: `an event at its user, ${SOCKETS} connections open, p99 (p50 ${times[times.length >> 1]?.toFixed(1)} ms), beside the goal`,
  measured: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  baseline: P99_MS,
  unit: 'ms',
});
printFigure({
  name: 'an event for everyone, from the first screen to the last, beside the whole call',
  measured: lastAt - firstAt,
  baseline: lastAt - advancedAt,
  unit: 'ms',
});
printFigure({
  name: 'memory of the server with the connections, beside without',
  measured: after / MEBIBYTE,
  baseline: before / MEBIBYTE,
  unit: 'MiB',
});
