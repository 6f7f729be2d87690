import { appendFileSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { SigningCapReachedError } from '@glasspool/chains';
import { formatAmount, parseAmount } from '@glasspool/core';
import { z } from 'zod';

const PRIVATE_FILE_MODE = 0o600;
const Line = z.object({
  day: z.number(),
  currency: z.string(),
  /** Who withdraws. A line without it is of the time when only users' withdrawals were counted. */
  source: z.enum(['user', 'treasury']).default('user'),
  payment: z.string(),
  amount: z.string().transform(parseAmount),
});
type Entry = Pick<z.infer<typeof Line>, 'day' | 'currency' | 'source' | 'payment'>;

/** What the signer signed on each day, by its own account: on disk before the signature is given away. */
export interface SpendingLog {
  /**
   * Counts a payment against the cap of its day, once however often it is signed.
   *
   * @throws SigningCapReachedError when the day's payments would be more than the cap.
   */
  take(entry: Entry, amount: { amountMicro: bigint; capMicro: bigint }): Promise<void>;
}

/** `signer.log` in the data folder. */
export function openSpendingLog(path: string): SpendingLog {
  const days = new Map<string, Map<string, bigint>>();
  const paymentsOf = ({ day, currency, source }: Omit<Entry, 'payment'>): Map<string, bigint> => {
    const key = `${day}/${currency}/${source}`;
    const payments = days.get(key) ?? new Map<string, bigint>();
    days.set(key, payments);
    return payments;
  };
  for (const line of readLines(path)) paymentsOf(line).set(line.payment, line.amount);
  const file = openSync(path, 'a', PRIVATE_FILE_MODE);
  return {
    take: async (entry, { amountMicro, capMicro }) => {
      const payments = paymentsOf(entry);
      if (payments.get(entry.payment) === amountMicro) return;
      const spent = [...payments.values()].reduce((sum, one) => sum + one, 0n);
      if (spent + amountMicro > capMicro)
        throw new SigningCapReachedError(
          `The signer's cap of ${formatAmount(capMicro)} ${entry.currency} a day is reached.`,
        );
      appendFileSync(file, `${JSON.stringify({ ...entry, amount: formatAmount(amountMicro) })}\n`);
      fsyncSync(file);
      payments.set(entry.payment, amountMicro);
    },
  };
}

function readLines(path: string): z.infer<typeof Line>[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // Half a line is what a crash left: its signature was never given away.
  return lines.filter((line) => line.endsWith('}')).map((line) => Line.parse(JSON.parse(line)));
}
