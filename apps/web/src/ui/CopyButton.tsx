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

function select(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

/** Copies a text and says so for two seconds. Where the browser copies nothing, as over plain http, the text is shown selected. */
export function CopyButton({
  text,
  label,
  idleText = t('copy.copy'),
  copiedText = t('copy.done'),
}: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const isCopied = state === 'copied';
  const status = { idle: '', copied: copiedText, failed: t('copy.selected') }[state];
  return (
    <>
      <Button look="secondary" onClick={() => void copy()} aria-label={isCopied ? copiedText : label}>
        {isCopied ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
        <span>{isCopied ? copiedText : idleText}</span>
      </Button>
      <span role="status" className={state === 'failed' ? 'basis-full text-sm text-text-2' : 'sr-only'}>
        {status}
      </span>
      {state === 'failed' && (
        <textarea
          readOnly
          aria-label={label}
          rows={text.split('\n').length + 1}
          ref={select}
          className="field-sizing-content w-full basis-full resize-none rounded-control border border-line-strong bg-surface p-3 font-mono text-sm"
          value={text}
        />
      )}
    </>
  );
}
