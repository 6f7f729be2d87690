// Goal: a part that cannot be loaded, or breaks, leaves everything around it, says why, and comes by itself with the network. Method: a
// part whose loading fails when a test says so.
import { setTimeout } from 'node:timers/promises';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPage } from './lazy-page.ts';
import { Part } from './Part.tsx';

let isAway = false;
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !isAway);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  isAway = false;
});

function aChart() {
  return lazyPage(async () => {
    await setTimeout(10);
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>the chart</p>;
  });
}

function Broken(): never {
  throw new Error('broken');
}

describe('a part of a page', () => {
  it('says within the page that it cannot be loaded, and comes when the network is back', async () => {
    const Chart = aChart();
    isAway = true;
    render(
      <main>
        <p>the balance</p>
        <Part>
          <Chart />
        </Part>
      </main>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('You are offline. This part is not');
    expect(screen.getByText('the balance')).toBeDefined();
    isAway = false;
    fireEvent(window, new Event('online'));
    expect(await screen.findByText('the chart')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is tried again under another name, as another page in the same frame is', async () => {
    const Chart = aChart();
    isAway = true;
    const page = (name: string) => (
      <Part name={name}>
        <Chart />
      </Part>
    );
    const { rerender } = render(page('/history'));
    await screen.findByRole('alert');
    isAway = false;
    rerender(page('/home'));
    expect(await screen.findByText('the chart')).toBeDefined();
  });

  it('says twice in a row that it cannot be loaded, after a move that React may draw again', async () => {
    const charts = { first: aChart(), second: aChart() };
    let move: (name: keyof typeof charts) => void = () => undefined;
    function Page() {
      const [name, setName] = useState<keyof typeof charts>();
      move = (next) => startTransition(() => setName(next));
      const Chart = name === undefined ? 'p' : charts[name];
      return (
        <Part name={name} renderFailure={() => <p role="alert">missing: {name}</p>}>
          <Chart />
        </Part>
      );
    }
    isAway = true;
    render(<Page />);
    act(() => move('first'));
    expect((await screen.findByRole('alert')).textContent).toBe('missing: first');
    act(() => move('second'));
    expect(await screen.findByText('missing: second')).toBeDefined();
    isAway = false;
    act(() => move('first'));
    expect(await screen.findByText('the chart')).toBeDefined();
  });

  it('is loaded when it is shown again, though loading failed while its place was gone', async () => {
    const Chart = aChart();
    const place = (
      <Part>
        <Chart />
      </Part>
    );
    isAway = true;
    render(place).unmount();
    await setTimeout(50);
    isAway = false;
    render(place);
    expect(await screen.findByText('the chart')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stays broken until a reload once it broke, and leaves the rest', async () => {
    render(
      <main>
        <p>the balance</p>
        <Part>
          <Broken />
        </Part>
      </main>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('A part of the page could not be shown');
    fireEvent(window, new Event('online'));
    expect(screen.getByRole('alert')).toBeDefined();
    expect(screen.getByText('the balance')).toBeDefined();
  });
});
