import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** Presses a money button as soon as it takes a press. */
export async function pressMoneyButton(name: string | RegExp): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name }));
}

/** Lets a test turn the clock of timeouts. Only of them: jsdom draws by an interval, and one that was a fake would never end. */
export function fakeTimeouts(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
}
