// Goal: a dialog is an entry of the browser's history: Back closes it and leaves the page, its address opens it, and closing it twice does
// not leave the page.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { useUrlDialog } from './use-url-dialog.ts';

afterEach(cleanup);

function Page() {
  const dialog = useUrlDialog(['invest', 'deposit']);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p data-testid="at">{`${pathname}${search}`}</p>
      <p data-testid="open">{`${dialog.kind ?? 'none'} ${dialog.currency}`}</p>
      <button type="button" onClick={() => dialog.open('deposit')}>
        Deposit
      </button>
      <button type="button" onClick={() => dialog.open('invest', { currency: 'TRX' })}>
        Invest
      </button>
      <button type="button" onClick={dialog.close}>
        Close
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  );
}

function show(...entries: string[]): void {
  render(
    <MemoryRouter initialEntries={entries} initialIndex={entries.length - 1}>
      <Routes>
        <Route path="/before" element={<p data-testid="at">/before</p>} />
        <Route path="*" element={<Page />} />
      </Routes>
    </MemoryRouter>,
  );
}

const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
const read = (id: string): string => screen.getByTestId(id).textContent;

describe('a dialog in the address', () => {
  it('is closed by Back, which leaves the page and its filter where they were', () => {
    show('/before', '/home?type=deposit&currency=USDT');
    press('Invest');
    expect([read('at'), read('open')]).toEqual([
      '/home?type=deposit&currency=USDT&dialog=invest&dialogCurrency=TRX',
      'invest TRX',
    ]);
    press('Back');
    expect([read('at'), read('open')]).toEqual(['/home?type=deposit&currency=USDT', 'none ']);
  });

  it('takes the place of the one before, so that Back leads to the page', () => {
    show('/before', '/home');
    press('Deposit');
    press('Invest');
    expect(read('open')).toBe('invest TRX');
    press('Back');
    expect([read('at'), read('open')]).toEqual(['/home', 'none ']);
  });

  it('does not leave the page when it is closed twice at once', () => {
    show('/before', '/home');
    press('Deposit');
    press('Close');
    press('Close');
    expect(read('at')).toBe('/home');
  });

  it('opens from its address, and closing it stays on the page', () => {
    show('/before', '/home?dialog=invest&dialogCurrency=TRX');
    expect(read('open')).toBe('invest TRX');
    press('Close');
    expect(read('at')).toBe('/home');
  });

  it('is closed where the address names one that the page does not have', () => {
    show('/before', '/home?dialog=unknown');
    expect(read('open')).toBe('none ');
  });
});
