// Goal: a request whose answer was lost says that it may have been done and is repeated under its key, for each form of staff and settings
// that makes something new; what proves who asks is kept nowhere.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from './api/session.ts';
import { InviteStaffDialog } from './dialogs/invite-staff.tsx';
import { UserLog } from './screens/admin/UserLog.tsx';
import { ApiKeysCard } from './screens/settings/ApiKeysCard.tsx';
import { WebhooksCard } from './screens/settings/WebhooksCard.tsx';
import { pressMoneyButton } from './testing/press.ts';
import {
  answers,
  fails,
  loses,
  mockServer,
  records,
  renderWithServer,
} from './testing/render-with-server.tsx';
import { withMockServer } from './testing/server-for-tests.ts';

withMockServer();

const LOST = 'No answer arrived, so the request may have been carried out. Check before you repeat it.';
const SHOWN_BEFORE =
  'This request was already carried out, but its answer did not arrive. A secret is shown only once: remove the entry from the list and create another one.';
const PASSWORD = 'correct horse battery';
const claims = { exp: 4_000_000_000, email: 'admin@example.org', roles: ['admin'] };

beforeEach(() => {
  localStorage.clear();
  endSession();
  startSession(`e30.${btoa(JSON.stringify(claims))}.x`);
  mockServer.use(
    answers('apiKeys', 'listApiKeys', []),
    answers('webhooks', 'listWebhooks', []),
    answers('users', 'listStaff', []),
    answers('audit', 'listAdminActions', { data: [], meta: { page: 1, limit: 10, total: 0 } }),
  );
});

const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = async (name: string): Promise<void> => {
  await screen.findByRole('button', { name });
  await pressMoneyButton(name);
};

/** Form, what fills it in, and the button that sends it. */
const FORMS = {
  'an API key': {
    area: 'apiKeys',
    procedure: 'createApiKey',
    element: <ApiKeysCard />,
    fill: () => {
      type('Name of the key', 'Bot');
      type('Your password, to confirm it', PASSWORD);
    },
    submit: 'Create a key',
  },
  'a webhook': {
    area: 'webhooks',
    procedure: 'createWebhook',
    element: <WebhooksCard />,
    fill: () => {
      type('URL for events', 'https://alice.example.org/hook');
      type('Your password, to confirm it', PASSWORD);
    },
    submit: 'Create a webhook',
  },
} as const;

describe('a form whose answer was lost', () => {
  it.each(Object.entries(FORMS))(
    'repeats the request for %s under its key, is refused because a secret was made, and keeps no password',
    async (_name, { area, procedure: name, element, fill, submit }) => {
      // Area and procedure belong together, row by row; a union of both says less than that.
      const procedure = name as never;
      renderWithServer(element);
      const lost = loses(area, procedure);
      mockServer.use(lost.handler);
      fill();
      await press(submit);
      await screen.findByText(LOST);
      expect(JSON.stringify({ ...localStorage })).not.toContain(PASSWORD);
      const again = loses(area, procedure);
      mockServer.use(again.handler);
      await press(submit);
      await waitFor(() => expect(again.keys).toEqual(lost.keys));
      const refusal = { message: SHOWN_BEFORE, poolCode: 'SECRET_SHOWN_BEFORE', status: 409 };
      mockServer.use(fails(area, procedure, refusal));
      await press(submit);
      await screen.findByText(SHOWN_BEFORE);
      expect(lost.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    },
  );

  async function repeat(
    element: ReactElement,
    fill: () => Promise<void>,
    [area, procedure, submit]: readonly ['users', 'addNote' | 'inviteStaff', string],
  ): Promise<void> {
    renderWithServer(element);
    const lost = loses(area, procedure);
    mockServer.use(lost.handler);
    await fill();
    await press(submit);
    await screen.findByText(LOST);
    const answered = records(area, procedure, {});
    mockServer.use(answered.handler);
    await press(submit);
    await waitFor(() => expect(answered.keys).toEqual(lost.keys));
    expect(lost.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  }

  it('repeats an invitation under its key', async () => {
    const fill = async (): Promise<void> => {
      type('Email', 'dora@example.org');
      await press('Review');
    };
    const element = <InviteStaffDialog onClose={() => undefined} />;
    await repeat(element, fill, ['users', 'inviteStaff', 'Send the invitation']);
  });

  it('repeats a note under its key', async () => {
    const fill = async (): Promise<void> => type('Note', 'Called.');
    await repeat(<UserLog id="usr_1" />, fill, ['users', 'addNote', 'Add the note']);
  });
});
