// Goal: an auditor's checks pass on what an honest pool published, and fail on every single change to it.
// Method: two snapshots of 1,000 users, signed and anchored on the local chains; every field of every file is changed, one at a
// time. Of the many equal ones (leaves, rows) every so-and-so-manieth, and with FAULT_SEEDS set every one.
import { DAY_MS } from '@glasspool/core';
import {
  ByteWriter,
  concatBytes,
  equalBytes,
  NODE_BYTES,
  readJournal,
  verifySnapshot,
} from '@glasspool/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRealSnapshots, type Published, type RealSnapshots, toKey } from './real-snapshots.ts';

const USERS = 1_000;
const STRIDE = process.env['FAULT_SEEDS'] === undefined ? 97 : 1;
/** Limits for what hangs: every single one takes ten minutes and more. */
const PATIENCE_MS = STRIDE === 1 ? 3_600_000 : 300_000;

let real: RealSnapshots;
beforeAll(async () => {
  real = await makeRealSnapshots(USERS);
});
afterAll(() => real[Symbol.asyncDispose]());

async function getFailures(published: Published, withNodes = true): Promise<string[]> {
  const files = {
    async *read(number: number, name: Parameters<typeof toKey>[1]) {
      const file = published.get(toKey(number, name));
      if (file === undefined) throw new Error(`There is no ${name} of snapshot ${number}.`);
      yield file;
    },
  };
  const failures: string[] = [];
  const options = {
    files,
    snapshotNumber: real.newest,
    depthMin: 1,
    // A day later: a snapshot of this hour may have no anchor yet.
    nowMs: Date.now() + DAY_MS,
    chains: withNodes ? real.chains : undefined,
  };
  for await (const { status, name, detail } of verifySnapshot(options))
    if (status === 'failed') failures.push(`${name}: ${detail}`);
  return failures;
}

function changed(key: string, change: (file: Uint8Array) => Uint8Array | undefined): Published {
  const files = new Map(real.published);
  const file = change(getFile(key));
  if (file === undefined) files.delete(key);
  else files.set(key, file);
  return files;
}

function getFile(key: string): Uint8Array {
  const file = real.published.get(key);
  if (file === undefined) throw new Error(`Nothing was published as ${key}.`);
  return file;
}

const flip = (at: number) => (file: Uint8Array) => file.with(at, (file[at] ?? 0) ^ 1);
const every = (count: number, stride = STRIDE): number[] =>
  Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride);

async function expectCaught(what: string, published: Published): Promise<void> {
  expect([what, (await getFailures(published)).length > 0]).toEqual([what, true]);
}

describe('what an honest pool published', () => {
  it('passes every check', async () => {
    expect(await getFailures(real.published)).toEqual([]);
    expect(getFile('1/leaves.bin').length / NODE_BYTES).toBeGreaterThan(USERS);
  });
});

describe('a dishonest pool', { timeout: PATIENCE_MS }, () => {
  it('is caught at every byte of both manifests', async () => {
    for (const number of [0, 1])
      for (const at of every(getFile(`${number}/manifest.bin`).length, STRIDE === 1 ? 1 : 3))
        await expectCaught(`${number}/manifest.bin byte ${at}`, changed(`${number}/manifest.bin`, flip(at)));
  });

  it('is caught at every field of a leaf: digest, and both sums, made larger, smaller, negative or overflowing', async () => {
    for (const leaf of every(getFile('1/leaves.bin').length / NODE_BYTES)) {
      const start = leaf * NODE_BYTES;
      for (const at of [start, start + 31, start + 32, start + 39, start + 40, start + 47])
        await expectCaught(`leaf ${leaf} byte ${at - start}`, changed('1/leaves.bin', flip(at)));
    }
  });

  it('is caught at leaves that are dropped, doubled, added, or in another order', async () => {
    const leaves = getFile('1/leaves.bin');
    const at = (index: number) => leaves.slice(index * NODE_BYTES, (index + 1) * NODE_BYTES);
    const last = leaves.length / NODE_BYTES - 1;
    const nothing = new Uint8Array(NODE_BYTES);
    // Pitfall: a leaf is dropped or doubled
    for (const [what, file] of [
      ['dropped', leaves.slice(NODE_BYTES)],
      ['the last one dropped', leaves.slice(0, -NODE_BYTES)],
      ['doubled', concatBytes([at(0), at(0), leaves.slice(2 * NODE_BYTES)])],
      ['one more', concatBytes([leaves, at(0)])],
      ['one of nothing', concatBytes([leaves, nothing])],
      ['swapped', concatBytes([at(last), leaves.slice(NODE_BYTES, -NODE_BYTES), at(0)])],
      ['cut within', leaves.slice(0, -1)],
    ] as const)
      await expectCaught(
        what,
        changed('1/leaves.bin', () => file),
      );
  });

  it('is caught at every row of the journal that is changed, dropped, doubled or moved', async () => {
    for (const number of [0, 1]) {
      const key = `${number}/journal.bin`;
      const rows = [...readJournal(getFile(key))];
      const write = (list: readonly Uint8Array[]): Uint8Array =>
        list.reduce((writer, row) => writer.u32(row.length).bytes(row), new ByteWriter()).done();
      for (const index of every(rows.length)) {
        const row = rows[index];
        if (row === undefined) continue;
        const without = rows.toSpliced(index, 1);
        for (const [what, list] of [
          ['dropped', without],
          ['doubled', rows.toSpliced(index, 0, row)],
          ['changed', rows.with(index, flip(row.length - 1)(row))],
          ['moved', index === 0 ? [...without, row] : [row, ...without]],
        ] as const)
          await expectCaught(
            `${key} row ${index} ${what}`,
            changed(key, () => write(list)),
          );
      }
    }
  });

  it('is caught at every value of the reserves, the statements, the terms and the anchor', async () => {
    for (const name of ['reserves.json', 'statements.json', 'terms.json', 'anchor.json'] as const) {
      const text = new TextDecoder().decode(getFile(`1/${name}`));
      // Every digit and letter within a value, one at a time, and every value taken away.
      const places = [...text.matchAll(/: "?([0-9a-zA-Z]+)/g)].map(
        (match) => match.index + match[0].length - 1,
      );
      expect(places.length).toBeGreaterThan(0);
      for (const at of places) {
        const other = text[at] === '1' ? '2' : '1';
        const forged = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
        await expectCaught(
          `${name} at ${at}`,
          changed(`1/${name}`, () => new TextEncoder().encode(forged)),
        );
      }
      await expectCaught(
        `${name} is gone`,
        changed(`1/${name}`, () => undefined),
      );
      const before = getFile(`0/${name}`);
      // Without entries in between both are the same file.
      if (!equalBytes(before, getFile(`1/${name}`)))
        await expectCaught(
          `${name} of the snapshot before`,
          changed(`1/${name}`, () => before),
        );
    }
  });

  it('is caught at every digit of the proof of what BSC addresses hold, and at a balance other than the proved one', async () => {
    const text = new TextDecoder().decode(getFile('1/state-proof.json'));
    expect(text).toContain('"slot": 0');
    const places = [...text.matchAll(/[0-9a-f]{2,}/g)].flatMap(({ index, 0: { length } }) =>
      Array.from({ length }, (_, offset) => index + offset),
    );
    for (const at of places.filter((_, index) => index % STRIDE === 0)) {
      const forged = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
      await expectCaught(
        `state-proof.json at ${at}`,
        changed('1/state-proof.json', () => new TextEncoder().encode(forged)),
      );
    }
    await expectCaught(
      'the proof of the snapshot before',
      changed('1/state-proof.json', () => getFile('0/state-proof.json')),
    );
  });

  it('is caught at a gap in the snapshots, at two manifests of one number, and at an anchor that is another one', async () => {
    await expectCaught(
      'a gap',
      changed('0/manifest.bin', () => undefined),
    );
    await expectCaught(
      // Pitfall: history is rewritten
      'another history',
      changed('0/manifest.bin', () => getFile('1/manifest.bin')),
    );
    await expectCaught(
      'two roots',
      changed('1/manifest.bin', () => getFile('0/manifest.bin')),
    );
    await expectCaught(
      'the anchor of another',
      changed('1/anchor.json', () => getFile('0/anchor.json')),
    );
  });

  it('is caught without any node as well, but for what only a node can know', async () => {
    expect(await getFailures(real.published, false)).toEqual([]);
    expect(await getFailures(changed('1/leaves.bin', flip(40)), false)).not.toEqual([]);
    expect(
      await getFailures(
        changed('1/statements.json', () => getFile('0/statements.json')),
        false,
      ),
    ).not.toEqual([]);
  });
});
