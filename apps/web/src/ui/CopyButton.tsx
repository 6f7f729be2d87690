import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../i18n/language.ts';
import { Button } from './Button.tsx';

const COPIED_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  /** Names what is copied, for people who do not see it. */
  readonly label: string;
  /** Label of the button, where what is copied is not beside it. */
  readonly idleText?: string;
  /** Label of the button after copying. */
  readonly copiedText?: string;
}

/** Copies a text and says so for two seconds. Nothing else on the screen changes. */
export function CopyButton({
  text,
  label,
  idleText = t('copy.copy'),
  copiedText = t('copy.done'),
}: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const words = { idle: idleText, copied: copiedText, failed: t('copy.failed') };
  return (
    <>
      <Button look="secondary" onClick={copy} aria-label={state === 'idle' ? label : words[state]}>
        {state === 'copied' ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
        {words[state]}
      </Button>
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : words[state]}
      </span>
    </>
  );
}
