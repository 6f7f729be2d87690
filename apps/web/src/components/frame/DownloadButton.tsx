import { Download } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../api/notify.ts';
import { useSession } from '../../api/session.ts';
import { currentLanguage, hasText, t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { useIsReady } from './use-is-ready.ts';

interface DownloadButtonProps {
  readonly path: string;
  /** The filter that the page shows: the file holds all of it, not one page. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Left out: for CSV. */
  readonly text?: string;
}

/** Downloads a file of what the page is about. The token goes in a header, so it stands in no address. */
export function DownloadButton({ path, query, text = t('download.csv') }: DownloadButtonProps) {
  const session = useSession();
  // A page that the build drew has no token yet.
  const isReady = useIsReady();
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const values = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      const response = await fetch(`${path}?${new URLSearchParams(values)}`, {
        headers: { authorization: `Bearer ${session?.token ?? ''}` },
      });
      if (!response.ok) {
        notify.error(describeRefusal(await response.json(), t('download.failed')));
        return;
      }
      save(await response.blob(), response.headers.get('content-disposition') ?? '');
    } catch {
      notify.error(t('download.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="secondary"
      className="min-h-12 px-4"
      disabled={!isReady}
      isBusy={isBusy}
      onClick={() => void download()}
    >
      <Download aria-hidden size={18} />
      <span>{text}</span>
    </Button>
  );
}

function save(file: Blob, disposition: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
  link.click();
  URL.revokeObjectURL(url);
}

/** Sentence of a refusal under `/api` by its body, in the language of the screen where the catalogue has it; `fallback` where the body says none. */
function describeRefusal(body: unknown, fallback: string): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error))
    return fallback;
  const id = `error.${error.code}`;
  return currentLanguage() !== 'en' && hasText(id) ? t(id) : translateSentence(String(error.message));
}
