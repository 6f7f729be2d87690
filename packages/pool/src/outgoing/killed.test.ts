// Goal: a process may be killed at any moment, or go on late, after another one has done all of its work: each withdrawal is paid once or given back
// once, and each fee is booked once. Method: both databases; each way in which something is signed, sent again or decided; a process that is killed, or
// sleeps, after each of its statements, transactions and calls of the chain and of the signed log, and a second one that goes on.
import {
  type Currency,
  type Network,
  type OutgoingState,
  toChainUnits,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase, type TestDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile, verifyBooks } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { type SimChain, TestPool } from '../testing/index.ts';
import { giveBackWithdrawal, requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { assertNoLineLost, readNextNonce, settle } from './index.ts';
import { type Point, startInterrupted } from './testing-interrupted.ts';

/** `npm run check:long` stops at every single point: 1. */
const KILL_EVERY = Number(process.env['KILL_EVERY'] ?? 8);

const OUTSIDE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;
const AMOUNT = { USDT: '1', TRX: '10' } as const;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
/** Blocks whose replacement takes away what is final, and nothing of an earlier round. */
const DEPTH = 6;
/** Blocks after which a payment on a chain without nonces has expired. */
const EXPIRED_BLOCKS = 30;

interface World {
  readonly pool: TestPool;
  readonly chain: SimChain;
  readonly network: Network;
  readonly currency: Currency;
  readonly alice: UserId;
  readonly adminId: UserId;
  readonly boss: UserId;
}

interface Step {
  readonly currency: Currency;
  /** State of what was signed at the end. */
  readonly ends: OutgoingState;
  /** Brings an approved withdrawal to where the process begins. */
  readonly prepare?: (world: World, id: WithdrawalId) => Promise<unknown>;
  /** Left out where the process settles. */
  readonly work?: typeof sendWithdrawals;
}

const send = ({ pool, network }: World): Promise<unknown> => sendWithdrawals(pool.deps, network);

/** It is sent, and lost on its way. */
async function sendInVain(world: World): Promise<void> {
  world.chain.dropsBroadcasts = true;
  await send(world);
  world.chain.dropsBroadcasts = false;
}

async function sendAndWait(world: World): Promise<void> {
  // Of this chain's own, which it counts over all rounds.
  world.chain.replacementsLeft = 1;
  await sendInVain(world);
  world.pool.advanceHours(1);
}

async function sendUntilExpired(world: World): Promise<void> {
  await sendInVain(world);
  world.chain.mine(EXPIRED_BLOCKS);
  await world.pool.scan();
}

/** It is stored, and the process that stored it ended there. */
async function storeOnly({ pool, network }: World): Promise<void> {
  const append = async (): Promise<void> => {
    throw new Error('The disk is full.');
  };
  const deps = { ...pool.deps, signedLog: { ...pool.deps.signedLog, append } };
  await expect(sendWithdrawals(deps, network)).rejects.toThrow('The disk is full.');
}

/** It is in a final block, carried out or not. */
async function mine(world: World, fails: boolean): Promise<void> {
  world.chain.failsTransfers = fails;
  await send(world);
  world.chain.finalize();
  world.chain.failsTransfers = false;
  await world.pool.scan();
}

/** It was decided by a final block, which is replaced. */
async function mineAndReplace(world: World, fails: boolean): Promise<void> {
  await mine(world, fails);
  await settle(world.pool.deps, world.network);
  world.chain.reorganize(DEPTH);
  for (let times = 0; times < 3; times += 1) await world.pool.scan();
}

const pay = (world: World): Promise<void> => mine(world, false);
const fail = (world: World): Promise<void> => mine(world, true);
const payAndReplace = (world: World): Promise<void> => mineAndReplace(world, false);
const failAndReplace = (world: World): Promise<void> => mineAndReplace(world, true);

/** Something that the database does not know takes the nonce of a withdrawal, and pays no one. */
async function takeNonce({ pool, chain }: World, id: WithdrawalId): Promise<void> {
  const nonces = pool.deps.db.read.selectFrom('outgoingNonce').select('nonce').where('subject', '=', id);
  const { nonce } = await nonces.executeTakeFirstOrThrow();
  const nothing = { fromIndex: 0, currency: 'BNB', to: chain.deriveAddress(0), units: 0n, nonce } as const;
  await chain.broadcast((await chain.signTransfer(nothing)).raw);
  // Its fee is in no books, and comes back from outside.
  chain.fundGas(chain.feeUnits);
  chain.finalize();
  await pool.scan();
}

const loseNonce = (world: World, id: WithdrawalId): Promise<void> =>
  sendInVain(world).then(() => takeNonce(world, id));
const replaceByOther = (world: World, id: WithdrawalId): Promise<void> =>
  payAndReplace(world).then(() => takeNonce(world, id));

/** The blocks that replace those in which it failed carry it out. */
async function payLate(world: World, id: WithdrawalId): Promise<void> {
  await failAndReplace(world);
  const sent = world.pool.deps.db.read
    .selectFrom('outgoingTransaction')
    .select('raw')
    .where('subject', '=', id);
  await world.chain.broadcast((await sent.executeTakeFirstOrThrow()).raw);
  world.chain.finalize();
  await world.pool.scan();
}

const STEPS: Readonly<Record<string, Step>> = {
  'that signs and sends it': { currency: 'USDT', ends: 'paid', work: sendWithdrawals },
  'that signs and sends it, without nonces': { currency: 'TRX', ends: 'paid', work: sendWithdrawals },
  'that sends what another one stored': { currency: 'USDT', ends: 'paid', prepare: storeOnly },
  'that sends it again': { currency: 'USDT', ends: 'paid', prepare: sendInVain },
  'that raises its fee': { currency: 'USDT', ends: 'paid', prepare: sendAndWait },
  'that books its payment': { currency: 'USDT', ends: 'paid', prepare: pay },
  'that gives it back, for it failed': { currency: 'USDT', ends: 'failed', prepare: fail },
  'that gives it back, for its nonce is used': { currency: 'USDT', ends: 'dropped', prepare: loseNonce },
  'that gives it back, for it expired': { currency: 'TRX', ends: 'dropped', prepare: sendUntilExpired },
  'that sends it again, for its block is gone': { currency: 'USDT', ends: 'paid', prepare: payAndReplace },
  'that finds it lost': { currency: 'USDT', ends: 'lost', prepare: replaceByOther },
  'that cancels it, for the block of its failure is gone': {
    currency: 'USDT',
    ends: 'dropped',
    prepare: failAndReplace,
  },
  'that finds it paid late': { currency: 'USDT', ends: 'late', prepare: payLate },
};

/** Numbers of the points at which a process is stopped: those after others see something new, and each nth of the rest. */
function choosePoints(points: readonly Point[], offset: number): number[] {
  const isChosen = ({ isSeen }: Point, index: number): boolean =>
    isSeen || (index + offset) % KILL_EVERY === 0;
  return points.flatMap((point, index) => (isChosen(point, index) ? [index + 1] : []));
}

const STEP_NAMES = Object.keys(STEPS);

describeEachDatabase('a withdrawal', (open, dialect) => {
  /** Alice has enough for a small withdrawal at each point; the hot wallet has more. */
  async function begin(currency: Currency): Promise<{ world: World; opened: TestDatabase }> {
    const opened = await open();
    const pool = await new TestPool(opened.database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const { userId: boss } = await createAdmin(pool.deps, 'boss@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', currency, '5000');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, currency, '5000');
    await releaseWallet(pool.deps, { userId: alice, currency });
    const chain = pool.getChain(currency);
    return { world: { pool, chain, network: chain.network, currency, alice, adminId, boss }, opened };
  }

  /** The other process does what the workers do, until everything is final. */
  async function goOn({ pool, chain, network, adminId }: World): Promise<void> {
    for (let times = 0; times < 3; times += 1) {
      await sendWithdrawals(pool.deps, network);
      await settle(pool.deps, network);
      chain.finalize();
      await pool.scan();
      await reverseDeposits(pool.deps, network);
      await settle(pool.deps, network);
      await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });
    }
  }

  /** Everything is decided, and the chain has what the books say. */
  async function expectEnd(world: World, id: WithdrawalId, { ends }: Step, paidUnits: bigint): Promise<void> {
    const { pool, chain, network, currency, boss } = world;
    const row = pool.deps.db.read.selectFrom('outgoing').select('state').where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ state: ends });
    const units = ['paid', 'late'].includes(ends) ? toChainUnits(currency, micro(AMOUNT[currency])) : 0n;
    expect(chain.getUnits(OUTSIDE[currency], currency) - paidUnits).toBe(units);
    if (ends === 'lost') await giveBackWithdrawal(pool.deps, { adminId: boss, origin, withdrawalId: id });
    for (const one of ['USDT', 'TRX', 'BNB'] as const)
      expect(await reconcile(pool.deps, one)).toMatchObject({ unexplainedUnits: 0n });
    expect(await verifyBooks(pool.deps)).toEqual([]);
    await assertNoLineLost(pool.deps);
    const next = await readNextNonce(pool.deps.db.read, { network, sender: chain.deriveAddress(0) });
    if (network === 'BSC') expect(await chain.getNonce(0)).toBe(next);
  }

  it.each(Object.entries(STEPS))(
    'is paid once, or given back once, where a process %s is killed or sleeps',
    async (name, step) => {
      const { world, opened } = await begin(step.currency);
      const { pool, chain, network, currency, alice } = world;

      let rounds = 0;
      /** Follows a withdrawal past a process that stops at a point, until everything is final. Returns the points of that process. */
      async function play(
        at: number,
        meanwhile: (() => Promise<void>) | 'killed',
      ): Promise<readonly Point[]> {
        rounds += 1;
        // Only blocks of this round are replaced from here on.
        chain.mine(2 * DEPTH);
        await pool.scan();
        const address = OUTSIDE[currency];
        const paidUnits = chain.getUnits(address, currency);
        const request = { userId: alice, currency, address, amountMicro: micro(AMOUNT[currency]) };
        const { id } = await requestWithdrawal(pool.deps, { ...request, idempotencyKey: `round-${rounds}` });
        await step.prepare?.(world, id);
        const process = startInterrupted({ deps: pool.deps, network }, opened, { at, meanwhile });
        await (step.work ?? settle)(process.deps, network).catch(() => undefined);
        await process.close();
        await goOn(world);
        await expectEnd(world, id, step, paidUnits);
        return process.points;
      }

      const points = await play(0, 'killed');
      // Fewer would mean that the process did not do what it is about.
      expect(points.length).toBeGreaterThan(10);
      const offset = STEP_NAMES.indexOf(name) + (dialect === 'sqlite' ? 0 : Math.trunc(KILL_EVERY / 2));
      for (const at of choosePoints(points, offset))
        for (const meanwhile of ['killed', () => goOn(world)] as const) {
          if (meanwhile !== 'killed' && points[at - 1]?.isInTransaction === true) continue;
          expect((await play(at, meanwhile)).length).toBeGreaterThanOrEqual(at);
        }
    },
  );
});
