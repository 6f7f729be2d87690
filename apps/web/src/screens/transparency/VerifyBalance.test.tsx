// Goal: a user sees each step with what was found, a wrong server is exposed, and no answer is no result.
// Method: the smallest snapshot there can be: one leaf, which is the root.
import { transformer } from '@glasspool/api/transformer';
import { encodeManifest, entryReceiptMessage, fromHex, toHex } from '@glasspool/proof';
import { sampleManifest } from '@glasspool/proof/testing';
import { ed25519 } from '@noble/curves/ed25519.js';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserProofView } from '../../api/trpc.ts';
import { answerOwnProof, EMAIL, fill, honest, makeProof, SECRET, snapshot } from '../../testing/own-proof.ts';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { keepEntries } from './kept-entries.ts';
import { rememberReceipt } from './seen-receipt.ts';
import { VerifyBalance } from './VerifyBalance.tsx';

withMockServer();

const { proof: nothing } = makeProof([0n, 0n]);

beforeEach(answerOwnProof);

async function verify(proof: UserProofView): Promise<void> {
  mockServer.use(answers('transparency', 'getUserProof', proof));
  renderWithServer(<VerifyBalance email={EMAIL} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Verify my balance' }));
}

/** The pool signs for an entry; whether its bytes are one does not matter here. */
function signEntry(number: number) {
  const facts = { number, entry: fill(9, number), signedAtMs: 5 };
  const signature = toHex(ed25519.sign(entryReceiptMessage(facts, fill(32, 1)), SECRET));
  return { ...facts, entry: toHex(facts.entry), signature };
}

describe('verifying a balance', () => {
  it('shows every step of an honest proof as right, with what was found', async () => {
    await verify(honest.proof);
    expect(await screen.findByText(/^You are counted: 12.500 USDT and 0.000 TRX/)).toBeDefined();
    expect(screen.getAllByText('right')).toHaveLength(8);
    expect(screen.getByText('seen for the first time')).toBeDefined();
    expect(screen.getByText('8 blocks deep')).toBeDefined();
    expect(screen.getByText(snapshot.manifestDigest)).toBeDefined();
  });

  it('exposes a server that says less than it signed, and names the step', async () => {
    await verify({ ...honest.proof, usdt: 12_000_000n });
    expect(await screen.findByText(/^Something is wrong/)).toBeDefined();
    expect(screen.getAllByText('wrong').length).toBeGreaterThan(0);
    expect(screen.getByText('Your leaves are not what the receipt says.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Save the report' })).toBeDefined();
  });

  it('exposes a leaf that was made for someone else', async () => {
    await verify({ ...makeProof([12_500_000n, 1n], 'bob@example.org').proof, email: EMAIL });
    expect(await screen.findByText('The leaf at 0 is not yours.')).toBeDefined();
  });

  it.each([
    ['Yes, it was mine', /^You are counted: 12.500 USDT/],
    ['No, it was not', 'The leaf at 0 is not yours.'],
  ])('asks whose another email of the snapshot is, and takes %j for an answer', async (answer, text) => {
    const { proof, anchor } = makeProof([12_500_000n, 1n], 'alice@before.example');
    mockServer.use(answers('transparency', 'findAnchor', { anchor }));
    await verify(proof);
    const question = /^The newest snapshot has you under the email of its day: alice@before/;
    expect(await screen.findByText(question)).toBeDefined();
    expect(screen.queryByText('right')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: answer }));
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText(question)).toBeNull();
  });

  it('keeps receipts of entries, and asks for those after the last one the next time', async () => {
    const { nonce } = honest.proof;
    const first = records('transparency', 'listEntryReceipts', { nonce, data: [signEntry(4), signEntry(9)] });
    mockServer.use(first.handler);
    await verify(honest.proof);
    expect(await screen.findByText(/^This browser keeps 2 receipts of entries/)).toBeDefined();
    cleanup();
    const second = records('transparency', 'listEntryReceipts', { nonce, data: [signEntry(12)] });
    mockServer.use(second.handler);
    await verify(honest.proof);
    expect(await screen.findByText(/^This browser keeps 3 receipts of entries/)).toBeDefined();
    expect([...first.inputs, ...second.inputs].map(transformer.input.deserialize)).toEqual([
      { after: 0, limit: 100 },
      { after: 9, limit: 100 },
    ]);
  });

  it('adds up every entry since the last receipt, however many snapshots ago it was', async () => {
    const { nonce } = honest.proof;
    const receipt = { snapshotNumber: 0, usdt: 12_500_000n, trx: 1n };
    rememberReceipt(fromHex(nonce), { ...receipt, manifestDigest: fill(32, 1), signature: fill(64, 1) });
    const asked = records('transparency', 'listOwnEntries', {
      data: [],
      meta: { page: 1, limit: 100, total: 0 },
    });
    mockServer.use(asked.handler);
    await verify(honest.proof);
    expect(await screen.findByText(/^You are counted/)).toBeDefined();
    expect(screen.queryByText(/^no earlier receipt/)).toBeNull();
    expect(asked.inputs.map(transformer.input.deserialize)).toEqual([
      { snapshotNumber: 3, since: 0, page: 1, limit: 100 },
    ]);
  });

  it('asks from the first entry on when the nonce is another, as after a reset', async () => {
    keepEntries(EMAIL, { nonce: toHex(fill(32, 2)), entryReceipts: [signEntry(400)] });
    const { nonce } = honest.proof;
    const asked = records('transparency', 'listEntryReceipts', { nonce, data: [signEntry(4)] });
    mockServer.use(asked.handler);
    await verify(honest.proof);
    expect(await screen.findByText(/^This browser keeps 1 receipt of an entry/)).toBeDefined();
    expect(asked.inputs.map(transformer.input.deserialize)).toEqual([
      { after: 400, limit: 100 },
      { after: 0, limit: 100 },
    ]);
  });

  it.each([
    ['its key did not sign', { nonce: toHex(fill(32, 1)), data: [{ ...signEntry(4), signedAtMs: 6 }] }],
    ['are for another nonce', { nonce: toHex(fill(32, 2)), data: [signEntry(4)] }],
  ])('exposes a pool that sends receipts of entries which %s', async (_what, sent) => {
    mockServer.use(answers('transparency', 'listEntryReceipts', sent));
    await verify(honest.proof);
    expect(await screen.findByText(/^The pool sent receipts of your entries that its key/)).toBeDefined();
  });

  it('takes a manifest that is not on chain yet for what it is', async () => {
    mockServer.use(answers('transparency', 'findAnchor', { anchor: null }));
    await verify(honest.proof);
    expect(await screen.findByText('not on chain yet')).toBeDefined();
    expect(screen.getByText(/^You are counted/)).toBeDefined();
  });

  it('takes no answer for no result', async () => {
    mockServer.use(fails('transparency', 'getUserProof'));
    renderWithServer(<VerifyBalance email={EMAIL} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Verify my balance' }));
    expect((await screen.findByRole('alert')).textContent).toContain('nothing was checked');
    expect(screen.queryByText('right')).toBeNull();
  });

  it('asks the second time whether the journal only grew, and exposes another history', async () => {
    await verify(honest.proof);
    await screen.findByText(/^You are counted/);
    cleanup();
    await verify(honest.proof);
    // The journal grew, and the receipt goes on from the one before.
    expect(await screen.findAllByText('since No. 3')).toHaveLength(2);
    cleanup();
    const other = encodeManifest(
      sampleManifest({ root: { digest: fill(32, 9), usdt: 1n, trx: 1n }, leafCount: 1 }),
    );
    localStorage.setItem('seen_manifest', toHex(other));
    await verify(honest.proof);
    expect(await screen.findByText('You have seen another manifest of snapshot 3.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Forget what this browser saw' }));
    expect(localStorage.getItem('seen_manifest')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Verify my balance' }));
    expect(await screen.findByText('seen for the first time')).toBeDefined();
  });

  it('asks a user who is owed nothing, and takes neither silence nor a no for right', async () => {
    const noted = records('transparency', 'recordVerified', {});
    mockServer.use(noted.handler, answers('transparency', 'findAnchor', { anchor: null }));
    await verify(nothing);
    expect(await screen.findByText(/^This snapshot says that the pool owed you nothing/)).toBeDefined();
    expect(screen.getByText('only you know')).toBeDefined();
    expect(screen.queryByText(/^You are counted:/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'No, my balance is missing' }));
    expect((await screen.findByRole('alert')).textContent).toContain('you were left out');
    expect([noted.inputs, localStorage.length]).toEqual([[], 0]);
    cleanup();
    await verify(nothing);
    fireEvent.click(await screen.findByRole('button', { name: 'Yes, it owed me nothing' }));
    expect(await screen.findByText(/^You confirmed that this is right/)).toBeDefined();
    await waitFor(() => expect(noted.inputs).toHaveLength(1));
  });

  it('exposes a server that owes less than the last receipt and the entries since', async () => {
    await verify(honest.proof);
    await screen.findByText(/^You are counted/);
    localStorage.removeItem('seen_manifest');
    cleanup();
    await verify(nothing);
    expect(await screen.findByText(/^Something is wrong/)).toBeDefined();
    expect(
      screen.getByText(/^After the receipt of snapshot 3 .* the pool owes you 12500000 micro-units of USDT/),
    ).toBeDefined();
  });

  it('tells a user whom the snapshot does not have that they may have been left out, and offers their receipts', async () => {
    mockServer.use(
      fails('transparency', 'getUserProof', {
        poolCode: 'NOT_FOUND',
        message: 'There is no such thing.',
        status: 404,
      }),
    );
    renderWithServer(<VerifyBalance email={EMAIL} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Verify my balance' }));
    expect(
      (await screen.findByText(/^The pool says that the newest snapshot has no balance of yours/))
        .textContent,
    ).toContain('you were left out');
    expect(screen.queryByRole('button', { name: 'Save the receipts' })).toBeNull();
    cleanup();
    const { nonce } = honest.proof;
    mockServer.use(answers('transparency', 'listEntryReceipts', { nonce, data: [signEntry(4)] }));
    renderWithServer(<VerifyBalance email={EMAIL} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Verify my balance' }));
    expect(await screen.findByRole('button', { name: 'Save the receipts' })).toBeDefined();
  });

  it('remembers nothing of a snapshot that is wrong', async () => {
    await verify({ ...honest.proof, usdt: 12_000_000n });
    await screen.findByText(/^Something is wrong/);
    expect(localStorage.getItem('seen_manifest')).toBeNull();
  });
});
