// Goal: no press that was meant for something else moves money. Method: the real program; every button that leads to a request which moves
// or commits money, and every button that sends one, is pressed twice at one point, at each of several distances in time; the
// requests that leave the browser are counted.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, PASSWORD, sendUsdt, withAppBrowser } from './app-browser.ts';
import { getToken, investor, readHotWallet } from './back-office.ts';
import {
  find,
  MEMBER_LEADS,
  MEMBER_SENDS,
  OPERATOR_LEADS,
  OPERATOR_SENDS,
  OUTSIDE,
  press,
  type SendingStep,
  type Step,
} from './money-steps.ts';
import { eventually, type RestClient, signUp } from './rest-client.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const SLOW_MS = 600_000;
/** A native double click, one of a slow hand, the end of the quiet time, and a second press by habit. */
const GAPS_MS = [0, 350, 650, 1_300];
/** A request leaves at once; this is for a busy machine. */
const WATCHED_MS = 400;

const app = withAppBrowser({ WITHDRAWAL_REVIEW_USDT: '1' });
let admin: RestClient;
let hotWallet: readonly string[] = [];

beforeAll(async () => {
  if (!hasBrowser) return;
  admin = app().client();
  admin.token = await getToken(app(), 'admin@glasspool.test', app().server.output);
  await admin.post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
  const page = await app().open({ token: admin.token, viewport: DESKTOP });
  hotWallet = (await readHotWallet(page, app().url)).addresses;
});

interface Pressed {
  readonly page: Page;
  readonly isTouch: boolean;
  /** Mutations that left the browser. */
  readonly sent: string[];
}

async function openApp(token: string | undefined, viewport: typeof PHONE): Promise<Pressed> {
  const isTouch = viewport === PHONE;
  const page = await app().open({ token, viewport, hasTouch: isTouch });
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/trpc\/([\w.]+)$/.exec(new URL(request.url()).pathname) ?? [];
    if (request.method() === 'POST' && name !== undefined) sent.push(name);
  });
  return { page, isTouch, sent };
}

/** Two presses at one point, the second one whatever is there by then. */
async function pressTwice({ page, isTouch }: Pressed, button: Locator, gapMs: number): Promise<void> {
  // Waits until it stands still and takes a press.
  await button.click({ trial: true });
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  const [left, top] = [x + width / 2, y + height / 2] as const;
  const press = (): Promise<void> =>
    isTouch ? page.touchscreen.tap(left, top) : page.mouse.click(left, top, { clickCount: 1 });
  if (gapMs === 0 && !isTouch) await page.mouse.dblclick(left, top);
  else {
    await press();
    await page.waitForTimeout(gapMs);
    await press();
  }
  await page.waitForTimeout(WATCHED_MS);
}

async function go(pressed: Pressed, { path, before }: Step): Promise<void> {
  await pressed.page.goto(`${app().url}${path}`);
  await pressed.page.locator('h1').first().waitFor();
  await before?.(pressed.page);
  pressed.sent.length = 0;
}

/** A button that leads to a money step sends nothing, however it is pressed twice. */
async function checkLeads(pressed: Pressed, steps: readonly Step[]): Promise<void> {
  for (const step of steps)
    for (const gapMs of GAPS_MS) {
      await go(pressed, step);
      await pressTwice(pressed, find(pressed.page, step.button), gapMs);
      expect({ step, gapMs, sent: pressed.sent }).toEqual({ step, gapMs, sent: [] });
    }
}

/** A button that sends money sends one request, however it is pressed twice. */
async function checkSends(pressed: Pressed, step: SendingStep, gapMs: number): Promise<void> {
  await go(pressed, step);
  await pressTwice(pressed, find(pressed.page, step.button), gapMs);
  expect({ step, gapMs, sent: pressed.sent }).toEqual({ step, gapMs, sent: [step.request] });
}

/** Someone with 260 USDT not invested, 50 withdrawable, and referral rewards. */
async function createMember(name: string): Promise<RestClient> {
  const member = await app().user(name);
  const { body: me } = await member.get('/auth/me');
  const friend = app().client();
  await signUp(friend, `friend-of-${name}@example.org`, PASSWORD, me.user.referralCode);
  await sendUsdt(friend, '100');
  await eventually(async () => (await friend.post('/transfer/invest', { currency: 'USDT' })).status === 200);
  await sendUsdt(member, '310');
  await eventually(
    async () =>
      (await member.post('/transfer/wallet', { currency: 'USDT', amount: '50' })).body.status === true,
  );
  await friend.post('/dev/clock/advance', { hours: 24 });
  return member;
}

describe.runIf(hasBrowser).each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)('a double press of a member with a %s', (name, viewport) => {
  it(
    'sends one request on the button that sends it, and none on one that leads there',
    async () => {
      const member = await createMember(`member-${name}`);
      const pressed = await openApp(member.token, viewport);
      await checkLeads(pressed, MEMBER_LEADS);
      for (const step of MEMBER_SENDS) await checkSends(pressed, step, viewport === PHONE ? 350 : 0);
    },
    SLOW_MS,
  );
});

describe.runIf(hasBrowser)('a double press of the operator', () => {
  it.each(GAPS_MS)(
    'approves one withdrawal, %d ms apart, and leaves the next one where it was',
    async (gapMs) => {
      await askForReview(`vera${gapMs}`);
      await askForReview(`wanda${gapMs}`);
      const pressed = await openApp(admin.token, DESKTOP);
      const step = {
        path: '/school',
        before: (page: Page) => press(page, 'Approve'),
        button: 'Approve 1.500 USDT',
        request: 'withdrawals.reviewWithdrawal',
      };
      await checkSends(pressed, step, gapMs);
      const { page } = pressed;
      await page.getByText('Approved.').waitFor();
      expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBeGreaterThan(0);
    },
    SLOW_MS,
  );

  it(
    'sends one request on the button that sends it, and none on one that leads there',
    async () => {
      await admin.post('/dev/faucet', { address: hotWallet[0], currency: 'USDT', amount: '50' });
      await askForReview('una');
      const pressed = await openApp(admin.token, DESKTOP);
      await pressed.page.goto(`${app().url}/school`);
      await pressed.page
        .getByText(/^50\.0000 USDT$/)
        .first()
        .waitFor();
      await checkLeads(pressed, OPERATOR_LEADS);
      for (const step of OPERATOR_SENDS) await checkSends(pressed, step, 0);
    },
    SLOW_MS,
  );
});

/** A withdrawal of 1.5 USDT that waits for a decision. */
async function askForReview(name: string): Promise<void> {
  const user = await investor(app(), name);
  await user.post('/dev/clock/advance', { hours: 24 });
  const asked = await user.post('/withdraw', { address: OUTSIDE, amount: '1.5', currency: 'USDT' });
  expect(asked.body).toMatchObject({ status: true });
}
