import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';

const COPIED_MS = 2_000;

/** Copies a text and says 'Copied' for two seconds. Nothing else on the screen changes. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button look="secondary" onClick={() => void copy()} aria-label={isCopied ? 'Copied' : label}>
      {isCopied ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
