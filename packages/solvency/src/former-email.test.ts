// Goal: a snapshot names a user by the email that the account had at that time. After a change of email, the user's part is still found
// right, and no one can use a receipt against the pool that it signed for the new email.
import { describeEachDatabase } from '@glasspool/db/testing';
import { changeEmail, sendSignUpCode, verifySignUpCode } from '@glasspool/identity/accounts';
import { listMailbox } from '@glasspool/identity/mail';
import { enter } from '@glasspool/identity/testing';
import { sendMail } from '@glasspool/pool/mail';
import { judgeDispute, manifestDigest, type OwnCheck, verifyOwn } from '@glasspool/proof';
import { expect, it } from 'vitest';
import type { UserProof } from './get-user-proof.ts';
import { getUserProof, takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const FIRST = 'alice@example.org';
const SECOND = 'alice@elsewhere.example';
const password = 'correct horse';

describeEachDatabase('the email of a snapshot', (open) => {
  async function poolWithAlice() {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    await pool.deposit(await pool.signUp('bob'), 'USDT', '200');
    return { pool, alice };
  }

  async function move(pool: TestPoolWithSnapshots, from: string, newEmail: string): Promise<void> {
    const actor = await enter(pool.deps, { email: from, password });
    pool.advanceHours(1);
    await sendSignUpCode(pool.deps, newEmail);
    await sendMail(pool.deps);
    const [mail] = await listMailbox(pool.deps, newEmail);
    const otp = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';
    const { signupToken: emailToken } = await verifySignUpCode(pool.deps, { email: newEmail, otp });
    await changeEmail(pool.deps, { actor, newEmail, emailToken, password });
  }

  const findFailed = (proof: UserProof, email: string): OwnCheck['name'][] =>
    verifyOwn({ proof, email, anchor: undefined }).flatMap(({ name, status }) =>
      status === 'failed' ? [name] : [],
    );

  const judge = (pool: TestPoolWithSnapshots, email: string, proofs: readonly UserProof[]) => {
    const receipts = proofs.map(({ manifest, ...receipt }) => ({
      ...receipt,
      manifestDigest: manifestDigest(manifest),
    }));
    const [{ nonce } = { nonce: new Uint8Array() }] = proofs;
    const claim = { email, nonce, receipts, rows: new Map(), entryReceipts: [] };
    return judgeDispute({ files: pool.deps.snapshots, newest: 1 }, claim);
  };

  it('is the one that the account had then, and a receipt is signed for no other', async () => {
    const { pool, alice } = await poolWithAlice();
    await takeSnapshot(pool.deps, 'daily');
    await move(pool, FIRST, SECOND);
    await takeSnapshot(pool.deps, 'daily');
    const old = await getUserProof(pool.deps, { userId: alice, snapshotNumber: 0 });
    const now = await getUserProof(pool.deps, { userId: alice, snapshotNumber: 1 });
    expect([old.email, now.email]).toEqual([FIRST, SECOND]);
    expect(findFailed(old, FIRST)).toEqual([]);
    expect(findFailed(now, SECOND)).toEqual([]);
    expect(findFailed(old, SECOND)).toEqual(['receipt', 'leaves']);
    for (const email of [FIRST, SECOND])
      expect(await judge(pool, email, [old, now])).toMatchObject({ verdict: 'claim not supported' });
  });

  it('is found again where an account has gone back to it', async () => {
    const { pool, alice } = await poolWithAlice();
    await move(pool, FIRST, SECOND);
    await takeSnapshot(pool.deps, 'daily');
    await move(pool, SECOND, FIRST);
    await takeSnapshot(pool.deps, 'daily');
    await move(pool, FIRST, SECOND);
    for (const [snapshotNumber, email] of [SECOND, FIRST].entries()) {
      const proof = await getUserProof(pool.deps, { userId: alice, snapshotNumber });
      expect(proof.email).toBe(email);
      expect(findFailed(proof, email)).toEqual([]);
    }
  });
});
