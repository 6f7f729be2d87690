// Goal: no consistent lie passes in silence: the operator changes books or files, makes every digest, signature and anchor again with the
// pool's own keys, and each lie has the verdict that docs/proof-of-solvency.md publishes.
// Method: a table of lies over one small honest pool. The verifier is that of the command and of the browser; its nodes are simulated,
// since real ones would take hours to come into these states.
import { join } from 'node:path';
import { micro } from '@glasspool/core/testing';
import { getOwnPart, HONEST, LIES, type Lie, publish, type ToldLie } from '@glasspool/lab/lies';
import { decodeManifest, verifyOwn, writeJson } from '@glasspool/proof';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../running-server.ts';
import { describeLies } from './describe-lies.ts';
import { listFailed, NEWEST, verifiedBefore, verify } from './verify-told.ts';

/** The pool of these stories publishes no proof of balances. */
const NEVER_MADE = new Set(['stateProof']);

/** Lies as they were told: several readers look at each. */
const toldLies = new Map<string, ToldLie>();
function getTold({ id, tell }: Lie): ToldLie {
  const told = toldLies.get(id) ?? tell();
  toldLies.set(id, told);
  return told;
}

describe('an honest pool', () => {
  it('passes every check that can be made of it', async () => {
    const checks = await verify({ pool: publish(HONEST) });
    expect(listFailed(checks)).toEqual([]);
    const notMade = checks.flatMap(({ id, status }) => (status === 'not checked' ? [id] : []));
    expect(notMade).toEqual([...NEVER_MADE]);
  });

  it('passes with withdrawals paid after its snapshot, when it lists them and a node confirms them', async () => {
    const pool = publish({ ...HONEST, onChain: { TRX: micro('100') } });
    const from = pool.keys.deriveAddress('TRX');
    const moves = { blockHeight: 90_000, moves: [{ from, to: 'T-outside', units: micro('150') }] };
    const movements = [{ network: 'TRON', txHash: pool.chains.send(moves) }] as const;
    const checks = await verify({ pool, movements });
    const detail = expect.stringContaining('TRX on chain now, with 150000000 units that left since');
    expect(checks).toContainEqual(expect.objectContaining({ id: 'reserves', status: 'ok', detail }));
  });

  it('has no surplus of one currency that covers what is short of the other', async () => {
    const pool = publish({ ...HONEST, onChain: { USDT: micro('1'), TRX: micro('1000000') } });
    // Pitfall: one asset covers another
    expect(listFailed(await verify({ pool, movements: [] }))).toEqual([
      expect.stringMatching(/^Assets cover .*: USDT: the node says .* explain 0/),
    ]);
  });

  it('has an hour to anchor a snapshot, by the clock of the reader', async () => {
    const pool = publish(HONEST);
    const cutOffs = pool.snapshots.map(({ manifest }) => decodeManifest(manifest).cutOffMs);
    const [, cutOffMs = 0, newestCutOffMs = 0] = cutOffs;
    const look = async (snapshotNumber: number, nowMs: number): Promise<string[]> => {
      const files = new Map(pool.files).set(`${snapshotNumber}/anchor.json`, writeJson({ txHash: null }));
      const checks = await verify({ pool: { ...pool, files } }, { nowMs });
      return checks.flatMap(({ id, status }) => (id?.startsWith('anchor') ? [`${id} ${status}`] : []));
    };
    const minutes = (count: number): number => count * 60_000;
    for (const aheadMs of [minutes(-15), 0, minutes(60)])
      expect(await look(NEWEST, newestCutOffMs + aheadMs)).toEqual(['anchor not checked', 'anchors ok']);
    for (const aheadMs of [minutes(-15) - 1, minutes(60) + 1])
      expect(await look(NEWEST, newestCutOffMs + aheadMs)).toEqual(['anchor failed', 'anchors ok']);
    expect(await look(1, cutOffMs + minutes(60))).toEqual(['anchor ok', 'anchors not checked']);
    expect(await look(1, cutOffMs + minutes(60) + 1)).toEqual(['anchor ok', 'anchors failed']);
  });

  it.each(['alice', 'dave', 'erin', 'mallory'])(
    'shows %s a receipt that goes on from the one before',
    (user) => {
      const pool = publish(HONEST);
      const { snapshotNumber, usdt, trx } = getOwnPart(pool, user, 1).proof;
      const checks = verifyOwn({ ...getOwnPart(pool, user, NEWEST), earlier: { snapshotNumber, usdt, trx } });
      expect(listFailed(checks)).toEqual([]);
      expect(checks.flatMap(({ name, status }) => (status === 'not checked' ? [name] : []))).toEqual([
        'history',
        'anchor',
      ]);
    },
  );
});

/** Lies about a snapshot before the one that this reader verified. */
const OLDER = new Set(['29', 'H3']);

describe('a reader who verified an earlier snapshot', () => {
  it.each([0, 1, 2])('goes on from snapshot %d, and reads nothing before it', async (number) => {
    const honest = publish(HONEST);
    const files = new Map([...honest.files].filter(([name]) => Number(name.split('/')[0]) >= number));
    const checks = await verify({ pool: { ...honest, files } }, { since: verifiedBefore(number) });
    expect(listFailed(checks)).toEqual([]);
  });

  const seenByAnyone = LIES.filter(({ verdict }) => verdict.by === 'anyone');
  it.each(seenByAnyone.filter(({ id }) => !OLDER.has(id)))('finds lie $id from there on', async (lie) => {
    const checks = await verify(getTold(lie), { since: verifiedBefore(1) });
    expect(listFailed(checks)).not.toEqual([]);
  });
});

describe('a lying operator', () => {
  it('is played in at least 60 ways, each under a number of its own', () => {
    expect(LIES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(LIES.map(({ id }) => id)).size).toBe(LIES.length);
  });

  it('is published with the verdict on each lie', async () => {
    await expect(describeLies(LIES)).toMatchFileSnapshot(join(ROOT, 'docs/lying-operator.md'));
  });

  it.each(LIES)('$id: $what', async (lie) => {
    const { verdict } = lie;
    const told = getTold(lie);
    const checks = await verify(told);
    const own = told.ownPart === undefined ? [] : verifyOwn(told.ownPart);
    if (verdict.by === 'anyone' || verdict.by === 'incomplete') {
      const status = verdict.by === 'anyone' ? 'failed' : 'not checked';
      const detail = expect.stringMatching(verdict.says);
      expect(checks).toContainEqual(expect.objectContaining({ id: verdict.check, status, detail }));
      if (verdict.by === 'incomplete') expect(listFailed(checks)).toEqual([]);
      return;
    }
    // Everyone else sees nothing: this is what the user's own check is for.
    expect(listFailed(checks)).toEqual([]);
    if (verdict.by === 'user') {
      const detail = expect.stringMatching(verdict.says);
      expect(own).toContainEqual(expect.objectContaining({ name: verdict.check, status: 'failed', detail }));
    } else expect(listFailed(own)).toEqual([]);
  });
});
