import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { displayAmount } from '@glasspool/core';
import { STATEMENT_LINES, type StatementLine } from '@glasspool/core/books';
import type { Statement } from '@glasspool/records/statements';
import PdfDocument from 'pdfkit';

const PLACES = 6;
const MARGIN = 48;
const SMALL = 9;
const TEXT = 10;
/** Rows between two pauses in which requests are answered. */
const ROWS_AT_ONCE = 100;

const TITLES: Readonly<Record<StatementLine, string>> = {
  deposits: 'Deposits',
  reversals: 'Deposits that the chain reversed',
  rewards: 'Rewards',
  referralRewards: 'Referral rewards',
  withdrawals: 'Withdrawals, with fees',
};
/** Left edge of the columns of the list, from the margin; the last is aligned to the right. */
const COLUMNS = [0, 110, 220, 330] as const;

/** Draws a statement on A4 pages with the fonts that every reader of PDF has. Days are in UTC. */
export async function drawStatement(
  statement: Statement,
  { from, until }: { from: number; until: number },
): Promise<Buffer> {
  const document = new PdfDocument({ size: 'A4', margin: MARGIN, info: { Title: 'Glasspool statement' } });
  const whole = buffer(document);
  const width = document.page.width - 2 * MARGIN;
  document.fontSize(SMALL).fillColor('#5B4A00').text('Test network: tokens have no value');
  document.moveDown().fillColor('#0C1A18').font('Helvetica-Bold').fontSize(18).text('Glasspool statement');
  document
    .font('Helvetica')
    .fontSize(TEXT)
    .text(`${statement.email}, ${toDay(from)} to ${toDay(until)} (UTC)`);
  for (const { currency, openingMicro, lines, closingMicro } of statement.currencies) {
    document
      .moveDown()
      .font('Helvetica-Bold')
      .fontSize(12)
      .text(currency, MARGIN)
      .font('Helvetica')
      .fontSize(TEXT);
    drawLine(document, `Owed to you at the beginning`, openingMicro);
    for (const line of STATEMENT_LINES) drawLine(document, TITLES[line], lines[line]);
    document.font('Helvetica-Bold');
    drawLine(document, 'Owed to you at the end', closingMicro);
    document.font('Helvetica');
  }
  document
    .moveDown()
    .font('Helvetica-Bold')
    .fontSize(12)
    .text('Transactions', MARGIN)
    .font('Helvetica')
    .fontSize(SMALL);
  if (statement.rows.length === 0) document.text('None in this time.', MARGIN);
  for (const [index, row] of statement.rows.entries()) {
    if (document.y > document.page.height - 2 * MARGIN) document.addPage();
    const y = document.y;
    const cells = [toTime(row.createdAt), describeWord(row.type), describeWord(row.status)];
    for (const [column, cell] of cells.entries()) document.text(cell, MARGIN + (COLUMNS[column] ?? 0), y);
    const amount = `${displayAmount(row.amountMicro, PLACES)} ${row.currency}`;
    document.text(amount, MARGIN + COLUMNS[3], y, { width: width - COLUMNS[3], align: 'right' });
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
  }
  document.moveDown();
  const ending = [
    ...(statement.isCut
      ? ['There are more transactions than are listed here; the CSV of the history has all.']
      : []),
    'Rewards are listed as sums. Moves between your own balances change nothing that is owed to you.',
  ];
  for (const sentence of ending) document.text(sentence, MARGIN, document.y, { width });
  document.end();
  return whole;
}

function drawLine(document: PDFKit.PDFDocument, title: string, micro: bigint): void {
  const { y } = document;
  document.text(title, MARGIN, y);
  document.text(displayAmount(micro, PLACES), MARGIN + COLUMNS[2], y, {
    width: document.page.width - 2 * MARGIN - COLUMNS[2],
    align: 'right',
  });
}

/** A type or state as words: 'principal_unlocked' is 'Principal unlocked', 'success' is 'Done'. */
function describeWord(name: string): string {
  const words = name === 'success' ? 'done' : name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function toTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
}
