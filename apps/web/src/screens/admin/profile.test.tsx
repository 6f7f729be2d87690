// Goal: an admin who replaced the password that was made for them reads what is next, without reloading the page.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, fails, mockServer, renderWithServer, waits } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

withMockServer();

const refuseNotices = (poolCode: string): void =>
  mockServer.use(fails('notices', 'listNotices', { poolCode, message: 'Closed.', status: 403 }));

it('says what is next once the password is replaced', async () => {
  refuseNotices('PASSWORD_CHANGE_REQUIRED');
  mockServer.use(
    waits('users', 'getTwoFactor').handler,
    waits('users', 'listSessions').handler,
    waits('passkeys', 'listPasskeys').handler,
  );
  renderWithServer(<ProfileScreen />);
  await screen.findByText(/^Replace the generated password/);
  refuseNotices('TWO_FACTOR_NOT_ENROLLED');
  mockServer.use(answers('users', 'changePassword', {}));
  for (const label of ['Current Password', 'New Password', 'Confirm Password'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'correct horse battery' } });
  fireEvent.click(screen.getByRole('button', { name: 'Update Password' }));
  await screen.findByText(/^Set up two-factor authentication/);
  await waitFor(() => expect(screen.queryByText(/^Replace the password/)).toBeNull());
});
