/** Shows a toast. The library comes with the first one, so that no page waits for it. Every text also stands elsewhere. */
export const notify = {
  success: (text: string): void => void show('success', text),
  error: (text: string, id?: string): void => void show('error', text, id),
};

async function show(kind: 'success' | 'error', text: string, id?: string): Promise<void> {
  const { toast } = await import('sonner');
  toast[kind](text, id === undefined ? {} : { id });
}
