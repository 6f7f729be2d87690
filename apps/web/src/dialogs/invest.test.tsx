// Goal: every state of the invest dialog: what is agreed to, busy, done, and each refusal, which keeps it open.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../i18n/language.ts';
import { fakeTimeouts, pressMoneyButton } from '../testing/press.ts';
import {
  answers,
  fails,
  loses,
  mockServer,
  records,
  renderWithServer,
  waits,
} from '../testing/render-with-server.tsx';
import { figures, getWallet, investment } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { InvestDialog } from './invest.tsx';

withMockServer();

function open(onClose = (): void => undefined): void {
  mockServer.use(answers('transparency', 'getPoolFigures', figures));
  renderWithServer(<InvestDialog wallets={[getWallet('USDT')]} currency="USDT" onClose={onClose} />);
}

async function proceed(): Promise<void> {
  await screen.findByText('30 days');
  await pressMoneyButton('Proceed');
}

describe('the invest dialog', () => {
  it('shows what is agreed to: amount, target, source and its runway, term', async () => {
    open();
    expect(await screen.findByText('30 days')).toBeDefined();
    expect(screen.getByTitle('100.000000 USDT')).toBeDefined();
    expect(screen.getByText('2 % a day = 2.000 USDT')).toBeDefined();
    expect(screen.getByText("2 days at today's principal, yours included")).toBeDefined();
    expect(screen.getByText('test tokens, worth nothing')).toBeDefined();
  });

  it('warns when the reserve does not last for the term, and only then', async () => {
    open();
    expect(
      await screen.findByText('The USDT reserve pays the target for 2 of 30 days, yours included.'),
    ).toBeDefined();
    cleanup();
    const currencies = figures.currencies.map((one) => ({
      ...one,
      reserves: one.reserves.map((reserve) => ({ ...reserve, reserve: 60_000_000n })),
    }));
    mockServer.use(answers('transparency', 'getPoolFigures', { ...figures, currencies }));
    renderWithServer(
      <InvestDialog wallets={[getWallet('USDT')]} currency="USDT" onClose={() => undefined} />,
    );
    expect(await screen.findByText('30 days')).toBeDefined();
    expect(screen.queryByText(/reserve pays the target/)).toBeNull();
  });

  it('shows the rate that was paid last beside the target', async () => {
    const lastRun = { runAt: Date.UTC(2026, 10, 19, 12), effectiveRatePpb: 3_170_000 };
    const currencies = figures.currencies.map((one) => ({
      ...one,
      reserves: one.reserves.map((reserve) => ({ ...reserve, lastRun })),
    }));
    mockServer.use(answers('transparency', 'getPoolFigures', { ...figures, currencies }));
    renderWithServer(
      <InvestDialog wallets={[getWallet('USDT')]} currency="USDT" onClose={() => undefined} />,
    );
    expect(await screen.findByText('Last paid: 0.317 % on Nov 19, 2026')).toBeDefined();
  });

  it('waits for the terms before it can be agreed to', () => {
    mockServer.use(waits('transparency', 'getPoolFigures').handler);
    renderWithServer(
      <InvestDialog wallets={[getWallet('USDT')]} currency="USDT" onClose={() => undefined} />,
    );
    expect(screen.getByRole('button', { name: 'Proceed' })).toHaveProperty('disabled', true);
  });

  it('says when the terms could not be loaded, and tries again', async () => {
    mockServer.use(fails('transparency', 'getPoolFigures'));
    renderWithServer(
      <InvestDialog wallets={[getWallet('USDT')]} currency="USDT" onClose={() => undefined} />,
    );
    await screen.findByText(/Could not load the terms/);
    mockServer.use(answers('transparency', 'getPoolFigures', figures));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('30 days')).toBeDefined();
  });

  it('is busy after Proceed, and asks the server once however often it is pressed', async () => {
    open();
    const { handler, countCalls } = waits('investments', 'invest');
    mockServer.use(handler);
    await proceed();
    const button = await screen.findByRole('button', { name: 'Proceed', busy: true });
    fireEvent.click(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await waitFor(() => expect(countCalls()).toBe(1));
  });

  it('says that it worked, and closes a second and a half later', async () => {
    const onClose = vi.fn();
    open(onClose);
    mockServer.use(answers('investments', 'invest', { investment }));
    await proceed();
    fakeTimeouts();
    expect(await screen.findByText('Investment Successful!')).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_600);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['NOTHING_TO_INVEST', 'You have no USDT to invest.'],
    ['INVESTMENT_BELOW_MINIMUM', 'The minimum investment is 50 USDT. 10 USDT is available for this one.'],
    ['INTERNAL', 'Something went wrong on our side. Try again.'],
  ])('stays open after %s, with the words of the server', async (poolCode, message) => {
    open();
    mockServer.use(fails('investments', 'invest', { message, poolCode, status: 422 }));
    await proceed();
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', message);
    expect(screen.getByRole('button', { name: 'Proceed' })).toHaveProperty('disabled', false);
  });

  it('stays open when the server does not answer', async () => {
    open();
    mockServer.use(fails('investments', 'invest'));
    await proceed();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveProperty(
      'textContent',
      'No answer arrived. The investment may have been made: check your investments. Sending it again from here does not repeat it.',
    );
  });

  it('repeats the same request for a part after a lost answer, also under terms that changed, and has no key for the whole', async () => {
    localStorage.clear();
    open();
    const lost = loses('investments', 'invest');
    mockServer.use(lost.handler);
    await screen.findByText('30 days');
    fireEvent.change(screen.getByLabelText('Amount in USDT'), { target: { value: '60' } });
    await pressMoneyButton('Proceed');
    await screen.findByText(/^No answer arrived/);
    cleanup();
    open();
    const { handler, inputs, keys } = records('investments', 'invest', { investment });
    mockServer.use(
      handler,
      answers('transparency', 'getPoolFigures', { ...figures, terms: { ...figures.terms, version: 2 } }),
    );
    await screen.findByText('30 days');
    fireEvent.change(screen.getByLabelText('Amount in USDT'), { target: { value: '60' } });
    await pressMoneyButton('Proceed');
    await screen.findByText('Investment Successful!');
    expect(inputs).toMatchObject([{ amount: '60' }]);
    expect(keys).toEqual(lost.keys);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    cleanup();
    open();
    await proceed();
    await screen.findByText('Investment Successful!');
    expect(inputs[1]).not.toHaveProperty('amount');
    expect(keys[1]).toBeFalsy();
  });

  it('says a refusal in the language of the screen', async () => {
    await activateLanguage('es');
    open();
    await screen.findByText('30 días');
    const details = { currency: 'USDT' };
    mockServer.use(
      fails('investments', 'invest', { message: 'No.', poolCode: 'NOTHING_TO_INVEST', status: 422, details }),
    );
    await pressMoneyButton('Continuar');
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'No tienes USDT para invertir.');
    await activateLanguage('en');
  });
});
