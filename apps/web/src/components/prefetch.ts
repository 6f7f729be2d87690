/** Reads dialogs in ahead of time. One that cannot be read now is read again, and reported, when it is opened. */
export function prefetch(...imports: readonly (() => Promise<unknown>)[]): void {
  for (const importDialog of imports) void importDialog().catch(() => undefined);
}
