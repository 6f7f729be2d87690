import { confirmationMessage, fromHex, toHex } from '@glasspool/proof';
import { ed25519 } from '@noble/curves/ed25519.js';
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConfirmationView, SnapshotView } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { answers, fails, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { Watchers } from './Watchers.tsx';

withMockServer();

const ANCHOR = `0x${'0a'.repeat(20)}`;
const DIGEST = 'd1'.repeat(32);
const SNAPSHOT: SnapshotView = {
  number: 4,
  reason: 'daily',
  cutOffAt: 0,
  leaves: 3,
  entries: 5,
  manifestDigest: DIGEST,
  anchorTxHash: null,
  verifiedBy: 0,
};

function confirm(key: number, changes: Partial<ConfirmationView> = {}): ConfirmationView {
  const secret = new Uint8Array(32).fill(key);
  const said = { snapshotNumber: 4, manifestDigest: DIGEST, checkedAtMs: 1_000, ...changes };
  const message = confirmationMessage({
    ...said,
    anchorAddress: fromHex(ANCHOR),
    manifestDigest: fromHex(said.manifestDigest),
  });
  return {
    ...said,
    watcher: toHex(ed25519.getPublicKey(secret)),
    signature: toHex(ed25519.sign(message, secret)),
  };
}

function show(data: ConfirmationView[]): void {
  mockServer.use(
    answers('transparency', 'listConfirmations', { anchorAddress: ANCHOR, data }),
    answers('transparency', 'listSnapshots', {
      data: [SNAPSHOT],
      meta: { page: 1, limit: 30, total: 1 },
      firstDigest: null,
    }),
  );
  renderWithServer(<Watchers />);
}

describe('the list of watchers', () => {
  let forged: ConfirmationView;
  beforeAll(() => {
    forged = { ...confirm(3), checkedAtMs: 2_000 };
  });

  it('shows each watcher with its key', async () => {
    show([confirm(1), confirm(2)]);
    await screen.findByText(t('watchers.count', { count: 2 }));
    screen.getByText(confirm(1).watcher);
  });

  it('leaves out watchers whose signatures the pool invents, and says so', async () => {
    show([confirm(1), forged, confirm(2, { manifestDigest: 'd2'.repeat(32) })]);
    await screen.findByText(t('watchers.count', { count: 1 }));
    screen.getByText(t('watchers.invalid', { count: 2 }));
    expect(screen.queryByText(forged.watcher)).toBeNull();
  });

  it('is empty on a young pool', async () => {
    show([]);
    await screen.findByText(t('watchers.count', { count: 0 }));
  });

  it('offers to ask again when the server does not answer', async () => {
    mockServer.use(
      fails('transparency', 'listConfirmations'),
      answers('transparency', 'listSnapshots', {
        data: [SNAPSHOT],
        meta: { page: 1, limit: 30, total: 1 },
        firstDigest: null,
      }),
    );
    renderWithServer(<Watchers />);
    await screen.findByText(t('watchers.failed'));
    mockServer.use(answers('transparency', 'listConfirmations', { anchorAddress: ANCHOR, data: [] }));
    fireEvent.click(screen.getByRole('button', { name: t('load.retry') }));
    await screen.findByText(t('watchers.count', { count: 0 }));
  });
});
