/** Called when the first toast waits to be shown. */
const listeners = new Set<() => void>();
let isWanted = false;
let tellShown: () => void = () => undefined;
const isShown = new Promise<void>((resolve) => {
  tellShown = resolve;
});

/** Calls a function once there is a toast to show; at once when there already is. Returns what ends that. */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function areToastsWanted(): boolean {
  return isWanted;
}

/** To be called when the place of toasts is on the page: one that is made before would be lost. */
export function recordToastsShown(): void {
  tellShown();
}

/** Shows a toast. The library and the place of toasts come with the first one, so that no page waits for them. Every text also stands elsewhere. */
export const notify = {
  success: (text: string): void => void show('success', text),
  error: (text: string, id?: string): void => void show('error', text, id),
};

async function show(kind: 'success' | 'error', text: string, id?: string): Promise<void> {
  isWanted = true;
  for (const listener of listeners) listener();
  const { toast } = await import('sonner');
  await isShown;
  toast[kind](text, id === undefined ? {} : { id });
}
