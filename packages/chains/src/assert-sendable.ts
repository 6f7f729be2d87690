import type { TransferIntent } from './chain.ts';

/**
 * Refuses, before anything is signed, what every node would refuse or burn a fee for: nothing at all, and a transfer to oneself.
 *
 * @throws RangeError
 */
export function assertSendable({ units, to, data }: TransferIntent, sender: string): void {
  if (data !== undefined) return;
  if (units <= 0n) throw new RangeError(`A transfer moves more than nothing; ${units} units were asked for.`);
  if (to === sender) throw new RangeError(`A transfer to oneself (${sender}) moves nothing.`);
}
