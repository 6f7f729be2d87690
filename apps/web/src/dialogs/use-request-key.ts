import { useState } from 'react';

/** The idempotency key of a dialog: repeating what it sends after a lost answer is the same request. */
export function useRequestKey(): string {
  const [key] = useState(() => crypto.randomUUID());
  return key;
}
