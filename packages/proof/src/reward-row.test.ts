// Goal: rows of a reward run count for the user who is paid, once each, where the page that the journal names has them. Method: a page of three rows.
import { publishPageReference } from '@glasspool/core/books';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import { computeRoots, inclusionProof, logLeaf, logRoot } from './log.ts';
import { type OwnRow, parseRow, rowContent, rowSalt, sumRows } from './reward-row.ts';

const NONCE = new Uint8Array(32).fill(7);
const OTHERS = new Uint8Array(32).fill(8);
const PAGE = { runId: 'run_1', page: 4 };
/** The last one is another user's. */
const TEXTS = ['0/inv_1/3/20/19', '0/inv_2/3/10/9', '1/inv_1/3/1/1'] as const;

const leaves = TEXTS.map((text, index) =>
  logLeaf(rowContent(rowSalt(index < 2 ? NONCE : OTHERS, { ...PAGE, text }), text)),
);
const ROWS: readonly OwnRow[] = TEXTS.map((text, index) => ({
  text,
  index,
  rows: TEXTS.length,
  path: inclusionProof(index, TEXTS.length, computeRoots(leaves)),
}));
const REFERENCE = publishPageReference(PAGE, toHex(logRoot(leaves)));

function sum(rows: readonly OwnRow[], reference = REFERENCE): bigint | string {
  try {
    return sumRows({ reference }, rows, NONCE);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('the sum of rows of a page', () => {
  it('adds up the rows', () => {
    expect(sum(ROWS.slice(0, 2))).toBe(28n);
    expect(sum(ROWS.slice(1, 2))).toBe(9n);
    expect(sum([])).toBe(0n);
  });

  it('counts each row once', () => {
    expect(sum([...ROWS.slice(0, 2), ...ROWS.slice(0, 1)])).toBe('The row 0/inv_1/3 is counted twice.');
  });

  it('takes the user’s own rows alone, in the page that the journal names', () => {
    const [first] = ROWS;
    if (first === undefined) throw new Error('There are rows.');
    const elsewhere = (text: string): string => `The row ${text} is not in page 4 of run_1, or is not yours.`;
    expect(sum(ROWS.slice(2))).toBe(elsewhere(TEXTS[2]));
    expect(sum([{ ...first, text: '0/inv_1/3/20/20' }])).toBe(elsewhere('0/inv_1/3/20/20'));
    expect(sum([{ ...first, index: 1 }])).toBe(elsewhere(TEXTS[0]));
    expect(sum([first], publishPageReference(PAGE, 'ab'.repeat(32)))).toBe(elsewhere(TEXTS[0]));
    expect(sum([first], 'reserve-funding/fund_1')).toBe(
      'An entry that is not a page of a reward run has rows.',
    );
  });
});

describe('a row', () => {
  it('has a level, an investment, a day, and amounts due and paid', () => {
    expect(parseRow('2/inv_1/30/1000/999')).toEqual({
      level: 2,
      investmentId: 'inv_1',
      day: 30,
      dueMicro: 1_000n,
      paidMicro: 999n,
    });
  });

  it.each([
    '',
    '4/inv_1/3/20/19',
    '0//3/20/19',
    '0/inv_1/0/20/19',
    '0/inv_1/3/20',
    '0/inv_1/3/-1/19',
    '0/inv_1/3/20/1 ',
  ])('is nothing else: %j', (text) => {
    expect(() => parseRow(text)).toThrow(`${text} is not a row of a reward run.`);
  });
});
