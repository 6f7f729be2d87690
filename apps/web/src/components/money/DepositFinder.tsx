import { TxHashForm } from '@glasspool/api/contracts';
import { CURRENCY_OF, type Network } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { type DepositFateView, trpc } from '../../api/trpc.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatMoney } from './amounts.ts';

/** 'Where is my deposit?': the hash of a transfer in, what became of it out. */
export function DepositFinder({ network }: { network: Network }) {
  const [txHash, setTxHash] = useState<string>();
  const found = trpc.deposits.findDeposit.useQuery(
    { network, txHash: txHash ?? '' },
    { enabled: txHash !== undefined, retry: false },
  );
  const form = useForm({ resolver: zodResolver(TxHashForm), defaultValues: { txHash: '' } });
  const error = form.formState.errors.txHash?.message;
  const submit = form.handleSubmit((values) => {
    if (values.txHash === txHash) void found.refetch();
    else setTxHash(values.txHash);
  });
  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('find.hash', { network })}
        autoComplete="off"
        spellCheck={false}
        hint={t('find.hint')}
        error={error && translateSentence(error)}
        {...form.register('txHash')}
      />
      <Button type="submit" look="secondary" isBusy={found.isFetching}>
        {t('find.submit')}
      </Button>
      {found.isError && (
        <Notice look="negative">{describeCallError(found.error, 'find.failed').message}</Notice>
      )}
      {found.data !== undefined && <Fate fate={found.data.data} network={network} />}
    </form>
  );
}

const LOOKS = { credited: 'positive', confirming: 'positive', failed: 'negative' } as const;

function Fate({ fate: found, network }: { fate: DepositFateView; network: Network }) {
  const { fate, amount, isBelowMinimum, currency } = found;
  const values = { network, currency: CURRENCY_OF[network], amount: formatMoney(amount ?? 0n, currency) };
  const look = fate === 'credited' || fate === 'confirming' || fate === 'failed' ? LOOKS[fate] : 'warning';
  const said = t(`find.fate.${fate}`, values);
  return <Notice look={look}>{isBelowMinimum ? `${said} ${t('find.belowMinimum')}` : said}</Notice>;
}
