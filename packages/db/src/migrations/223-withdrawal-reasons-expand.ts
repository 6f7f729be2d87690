// The pool's own reasons are codes, which screens and mails say in the language of their reader. A process of the version before writes
// sentences until it is replaced; they are shown as they are.
import { type AnyDatabase, run } from './helpers.ts';

const CODES = {
  'The network did not carry out the transfer. The money is back in your balance.': 'not-carried-out',
  'The network did not take the transfer in time. The money is back in your balance.': 'not-taken',
  'The network replaced the block of this payment and did not carry it out again. The money is back in your balance.':
    'block-replaced',
  'The network replaced the block of this payment and did not carry it out again. The money is back in your balance, but not all of the fee: the operator does not have it.':
    'block-replaced-fee-short',
  'Money left that the books do not know of, so this may have been paid already. Look on the chain first: approving pays it, rejecting gives the money back.':
    'may-be-paid',
  'The chain took back a deposit of its owner, who no longer has enough to make up for it. Wait until another deposit does, or reject it, which gives the money back.':
    'owner-owes',
};

export async function up(db: AnyDatabase): Promise<void> {
  for (const [sentence, code] of Object.entries(CODES))
    await run(db, `update withdrawal set reason = '${code}' where reason = '${sentence}'`);
}
