import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { SigningCapReachedError, SigningContradictionError, SigningTooEarlyError } from '@glasspool/chains';
import { formatAmount, parseAmount } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import type { LogEnd } from '@glasspool/pool/deps';
import { LogCutError, readSignerLogEnd } from '@glasspool/pool/outgoing';
import { z } from 'zod';
import { ConfigError } from '../config/config-error.ts';
import { type Payment, PaymentMemory, REMEMBERED_MS } from './payment-memory.ts';

const PRIVATE_FILE_MODE = 0o600;
const FIRST_HASH = '0'.repeat(64);
/** Longer than a line ever is. */
const LINE_BYTES_MAX = 4_096;

const Line = z.strictObject({
  at: z.number(),
  day: z.number(),
  currency: z.enum(['USDT', 'TRX']),
  source: z.enum(['user', 'operator']),
  withdrawalId: z.string(),
  address: z.string(),
  amount: z.string().transform(parseAmount),
  payment: z.string(),
  expiresAt: z.number().nullable(),
  /** SHA-256 of the hash of the line before and of this line without it. */
  hash: z.string(),
});

export interface PaymentRules {
  /** In micro-units, of the payment's currency and source. */
  readonly capMicro: bigint;
  /** Time of the newest final block in ms. Asked only when a withdrawal on a chain without nonces was signed before. */
  readonly readFinalTimeMs: () => Promise<number>;
}

/**
 * Record of all that the signer has signed: on disk before a signature is given away. Each line carries the hash of the one
 * before it, so a line that was changed or taken out is found at the next start. Every count follows from these lines alone.
 */
export class PaymentLog implements Disposable {
  readonly #file: number;
  readonly #memory: PaymentMemory;
  #end: LogEnd;
  readonly #path: string;
  /** Bytes of whole lines. */
  #size: number;
  /** True when the file may end within a line that could not be taken back. */
  #isBroken = false;
  #isClosed = false;

  private constructor(path: string, { memory, end }: { memory: PaymentMemory; end: LogEnd }) {
    this.#path = path;
    this.#file = openSync(path, 'a', PRIVATE_FILE_MODE);
    this.#size = fstatSync(this.#file).size;
    this.#memory = memory;
    this.#end = end;
  }

  /**
   * Reads and checks the file, which is made where it is missing.
   *
   * @throws ConfigError when the file was changed.
   */
  static async open(path: string, now: number): Promise<PaymentLog> {
    if (existsSync(path)) dropHalfLine(path);
    return new PaymentLog(path, await readPayments(path, now));
  }

  /** The newest line, which is on disk. */
  get end(): LogEnd {
    return this.#end;
  }

  /** @throws LogCutError when the file does not have a line that the database knows of */
  assertWhole(db: Queryable): Promise<void> {
    return assertPaymentsWhole(db, this.#path);
  }

  /** Closes the file. A payment that still waits is refused: another file may have the number of this one by then. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    closeSync(this.#file);
  }

  /**
   * Counts a payment against the cap of its day and writes it down. What was counted once is not counted again; a larger amount for
   * the same payment counts with the difference.
   *
   * @throws SigningContradictionError when the withdrawal was signed with another address or amount before.
   * @throws SigningTooEarlyError when an earlier transaction of the withdrawal can still happen.
   * @throws SigningCapReachedError when the day's payments would be more than the cap.
   */
  async take(payment: Payment, { capMicro, readFinalTimeMs }: PaymentRules): Promise<void> {
    const memory = this.#memory;
    const mustAsk = memory.findEarlierExpiration(payment) !== undefined;
    const finalTimeMs = mustAsk ? await readFinalTimeMs() : 0;
    // From here on nothing is awaited: what is compared is what is written.
    const last = memory.findLast(payment.withdrawalId);
    if (last !== undefined) assertSamePayee(last, payment);
    const expiresAt = memory.findEarlierExpiration(payment);
    if (expiresAt !== undefined && finalTimeMs <= expiresAt)
      throw new SigningTooEarlyError(
        `${payment.withdrawalId} was signed before, and that transaction can still happen until ${new Date(expiresAt).toISOString()} of the chain's time.`,
      );
    const addedMicro = memory.getAddedMicro(payment);
    if (addedMicro > 0n && memory.getSpentMicro(payment) + addedMicro > capMicro)
      throw new SigningCapReachedError(
        `The signer's cap of ${formatAmount(capMicro)} ${payment.currency} per day is reached.`,
      );
    if (addedMicro > 0n || last === undefined) this.#append(payment);
  }

  /** Returns true for the payment that was signed last for a withdrawal. */
  isLast({ withdrawalId, payment }: Pick<Payment, 'withdrawalId' | 'payment'>): boolean {
    return this.#memory.findLast(withdrawalId)?.payment === payment;
  }

  #append(payment: Payment): void {
    const { amountMicro, ...fields } = payment;
    const entry = { ...fields, amount: formatAmount(amountMicro) };
    const hash = computeHash(this.#end.hash, entry);
    this.#write(Buffer.from(`${JSON.stringify({ ...entry, hash })}\n`));
    this.#end = { lines: this.#end.lines + 1, hash };
    this.#memory.remember(payment);
  }

  /** Writes all of a line and flushes it, or leaves the file as it was. */
  #write(line: Buffer): void {
    if (this.#isClosed) throw new Error('The signer ends, and signs nothing more. Ask again once it runs.');
    if (this.#isBroken) throw new Error('The log of payments could not be put in order. Restart the signer.');
    try {
      writeWhole(this.#file, line);
      fsyncSync(this.#file);
    } catch (error) {
      // Half a line would be taken for damage once another one follows it.
      this.#isBroken = true;
      ftruncateSync(this.#file, this.#size);
      this.#isBroken = false;
      throw error;
    }
    this.#size += line.length;
  }
}

/** A disk that fills takes a part of what it is given, and says so by a number alone. */
function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

function assertSamePayee(last: Payment, { withdrawalId, address, amountMicro, currency }: Payment): void {
  if (last.address === address && last.amountMicro === amountMicro && last.currency === currency) return;
  throw new SigningContradictionError(
    `${withdrawalId} was signed before as ${formatAmount(last.amountMicro)} ${last.currency} to ${last.address}, and the database says something else now.`,
  );
}

/** A crash may leave half a line, whose signature was never given away. */
function dropHalfLine(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, LINE_BYTES_MAX));
    readSync(file, tail, 0, tail.length, size - tail.length);
    ftruncateSync(file, size - tail.length + tail.lastIndexOf('\n') + 1);
  } finally {
    closeSync(file);
  }
}

async function readPayments(path: string, now: number): Promise<{ memory: PaymentMemory; end: LogEnd }> {
  const memory = new PaymentMemory();
  let end: LogEnd = { lines: 0, hash: FIRST_HASH };
  if (!existsSync(path)) return { memory, end };
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const lines = end.lines + 1;
    const { hash, amount: amountMicro, ...line } = readLine(text, end.hash, `${path}, line ${lines}`);
    end = { lines, hash };
    if (line.at >= now - REMEMBERED_MS) memory.remember({ ...line, amountMicro });
  }
  return { memory, end };
}

/** @throws LogCutError when the log of a signer, the file at `path`, does not have a line that the database knows of */
export async function assertPaymentsWhole(db: Queryable, path: string): Promise<void> {
  const known = await readSignerLogEnd(db);
  if (known === undefined || known.lines === 0) return;
  let lines = 0;
  if (existsSync(path))
    for await (const text of createInterface({ input: createReadStream(path) })) {
      lines += 1;
      // Its hash is the last field of a line, and stands for all lines before it.
      if (lines === known.lines && text.endsWith(`"hash":"${known.hash}"}`)) return;
    }
  throw new LogCutError('payments.log', `it has ${lines} of at least ${known.lines}, or others`);
}

function readLine(text: string, lastHash: string, place: string): z.output<typeof Line> {
  try {
    const { hash, ...entry } = JSON.parse(text);
    if (hash !== computeHash(lastHash, entry))
      throw new Error('Its hash does not follow from the line before.');
    return Line.parse({ ...entry, hash });
  } catch (cause) {
    throw new ConfigError(
      `${place}: this is not what the signer wrote. The file was damaged or changed. Restore it from a copy: without it the signer does not know what it has signed.`,
      { cause },
    );
  }
}

/** SHA-256 of the hash before and of an entry's fields in the order of their names. */
function computeHash(before: string, entry: Readonly<Record<string, unknown>>): string {
  const fields = Object.keys(entry)
    .sort()
    .map((name) => [name, entry[name]]);
  return createHash('sha256')
    .update(`${before}\n${JSON.stringify(fields)}`)
    .digest('hex');
}
