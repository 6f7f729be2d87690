import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** Names in the address. A page's own filter may be called `currency` too, and stays as it is. */
const NAMES = { kind: 'dialog', currency: 'dialogCurrency', id: 'dialogId' } as const;

/** Values of an open dialog that stand in the address. */
export interface DialogValues {
  readonly currency?: string;
  readonly id?: string;
}

/** The dialog of a page, kept in the address: the browser's Back closes it, and a copied address opens it again. */
export function useUrlDialog<Kind extends string>(kinds: readonly Kind[]) {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const [search] = useSearchParams();
  // A press on Close and a timer may come together; going back twice would leave the page.
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry of the history is another dialog.
  useEffect(() => {
    isClosing.current = false;
  }, [key]);
  return {
    kind: kinds.find((kind) => kind === search.get(NAMES.kind)),
    currency: search.get(NAMES.currency) ?? '',
    id: search.get(NAMES.id) ?? '',
    /** Opens a dialog; one that is open is replaced, so that Back leads to the page. */
    open(kind: Kind, values: DialogValues = {}): void {
      const next = withoutDialog(search);
      next.set(NAMES.kind, kind);
      if (values.currency !== undefined) next.set(NAMES.currency, values.currency);
      if (values.id !== undefined) next.set(NAMES.id, values.id);
      const isOpen = search.has(NAMES.kind);
      void navigate({ search: `?${next}` }, { replace: isOpen, state: isOpen ? state : { isDialog: true } });
    },
    close(): void {
      if (isClosing.current) return;
      isClosing.current = true;
      if (state?.isDialog === true) void navigate(-1);
      else void navigate({ search: `?${withoutDialog(search)}` }, { replace: true });
    },
  };
}

function withoutDialog(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of Object.values(NAMES)) next.delete(name);
  return next;
}
