import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** The recovery codes of an account, this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="space-y-4">
      <Notice look="warning">{t('factor.keepCodes')}</Notice>
      <ul className="grid grid-cols-2 gap-2 rounded-control bg-sunken p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label={t('factor.copyCodes')} />
        <Button onClick={onDone}>{t('factor.kept')}</Button>
      </div>
    </div>
  );
}
