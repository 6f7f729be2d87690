import {
  AmountString,
  type Currency,
  NETWORK_OF,
  PoolError,
  parseAmount,
  parsePayeeAddress,
} from '@glasspool/core';
import { z } from 'zod/mini';
import type { WithdrawalLimitsView } from '../api/trpc.ts';
import { describeProblem } from '../components/money/amount-resolver.ts';
import { formatMoney } from '../components/money/amounts.ts';
import { readTyped } from '../components/money/typed-amount.ts';
import { hasText, t, translateSentence } from '../i18n/language.ts';

export interface WithdrawalDraft {
  readonly address: string;
  /** A plain decimal, as the server takes it. */
  readonly amount: string;
}

/** Limits of a withdrawal of one currency today. Amounts in micro-units. */
export type WithdrawalLimits = WithdrawalLimitsView & { readonly available: bigint };

/** The rules of the server for a withdrawal, so that most mistakes are found before it is asked. */
export function withdrawalRules(limits: WithdrawalLimits) {
  const checked = (find: (text: string) => string | undefined) =>
    z.string().check(
      z.trim(),
      z.minLength(1, { error: () => t('form.fillAll'), abort: true }),
      z.check((context) => {
        const message = find(context.value);
        if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value });
      }),
    );
  return z.object({
    address: checked((address) => findAddressError(address, limits.currency)).check(
      z.overwrite((address) => readPayee(address, limits.currency)),
    ),
    amount: checked((amount) => findAmountError(amount, limits)),
  });
}

/** Address as it is reviewed and sent, of what was typed or scanned; the same text when it is not an address. */
export function readPayee(typed: string, currency: Currency): string {
  try {
    return parsePayeeAddress(typed.trim(), currency);
  } catch {
    return typed.trim();
  }
}

function findAddressError(address: string, currency: Currency): string | undefined {
  try {
    parsePayeeAddress(address, currency);
    return undefined;
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    const id = `error.${error.code}`;
    return hasText(id) ? t(id, { ...error.details, network: NETWORK_OF[currency] }) : error.message;
  }
}

function findAmountError(text: string, limits: WithdrawalLimits): string | undefined {
  const { currency, available, fee, minimum } = limits;
  const typed = readTyped(text);
  if (typed.problem !== undefined) return describeProblem(typed.problem);
  const parsed = AmountString.safeParse(typed.plain);
  if (!parsed.success) return translateSentence(parsed.error.issues[0]?.message ?? '');
  const micro = parseAmount(parsed.data);
  const most = available > fee ? available - fee : 0n;
  if (micro > most) return t('withdraw.tooMuch', { amount: formatMoney(most, currency) });
  if (micro < minimum) return t('withdraw.tooLittle', { amount: formatMoney(minimum, currency) });
  return undefined;
}
