import {
  AmountString,
  type Currency,
  displayAmount,
  formatAmount,
  PoolError,
  parseAmount,
  parsePayeeAddress,
} from '@glasspool/core';
import { type FormEvent, useState } from 'react';
import { trpc } from '../api/trpc.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';

export interface WithdrawalDraft {
  readonly address: string;
  readonly amount: string;
}

interface WithdrawalFormProps {
  readonly currency: Currency;
  readonly available: bigint;
  readonly draft: WithdrawalDraft | undefined;
  readonly failure: string | undefined;
  readonly onCancel: () => void;
  readonly onReview: (draft: WithdrawalDraft) => void;
}

const PLACEHOLDER: Readonly<Record<Currency, string>> = {
  USDT: 'Enter USDT BEP20 address',
  TRX: 'Enter TRX address',
};

/** Where to and how much. The rules are those of the server, so that most mistakes are found before it is asked. */
export function WithdrawalForm({
  currency,
  available,
  draft,
  failure,
  onCancel,
  onReview,
}: WithdrawalFormProps) {
  const [address, setAddress] = useState(draft?.address ?? '');
  const [amount, setAmount] = useState(draft?.amount ?? '');
  const [errors, setErrors] = useState<{ address?: string | undefined; amount?: string | undefined }>({});
  const terms = trpc.withdrawals.getWithdrawalTerms.useQuery();
  const fee = terms.data?.find((one) => one.currency === currency)?.fee ?? 0n;
  const review = (event: FormEvent): void => {
    event.preventDefault();
    const found = {
      address: findAddressError(address, currency),
      amount: findAmountError(amount, available - fee, currency),
    };
    setErrors(found);
    if (found.address === undefined && found.amount === undefined)
      onReview({ address: address.trim(), amount });
  };
  return (
    <form noValidate className="space-y-4" onSubmit={review}>
      <Field
        label="Withdraw Address"
        placeholder={PLACEHOLDER[currency]}
        value={address}
        error={errors.address}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setAddress(event.target.value)}
        hint={`Make sure that the address can receive ${currency}.`}
      />
      <Field
        label={`Amount in ${currency}`}
        inputMode="decimal"
        value={amount}
        error={errors.amount}
        autoComplete="off"
        onChange={(event) => setAmount(event.target.value)}
        end={
          <Button
            look="quiet"
            className="min-h-10 px-3 text-sm"
            onClick={() => setAmount(formatAmount(available > fee ? available - fee : 0n))}
          >
            All
          </Button>
        }
      />
      <p className="text-sm text-text-2">
        Available Balance: {displayAmount(available, 3)} {currency}. Fee: {displayAmount(fee, 3)} {currency}.
      </p>
      {failure !== undefined && <Notice look="negative">{failure}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Review</Button>
      </div>
    </form>
  );
}

function findAddressError(address: string, currency: Currency): string | undefined {
  if (address.trim() === '') return 'Please fill in all fields.';
  try {
    parsePayeeAddress(address.trim(), currency);
    return undefined;
  } catch (error) {
    if (error instanceof PoolError) return error.message;
    throw error;
  }
}

function findAmountError(amount: string, mostMicro: bigint, currency: Currency): string | undefined {
  if (amount === '') return 'Please fill in all fields.';
  const parsed = AmountString.safeParse(amount);
  if (!parsed.success) return parsed.error.issues[0]?.message;
  if (parseAmount(amount) <= mostMicro) return undefined;
  return `You can withdraw at most ${displayAmount(mostMicro > 0n ? mostMicro : 0n, 3)} ${currency} now.`;
}
