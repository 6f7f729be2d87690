const KEY_BYTES = 16;

/** Random key in hex. `crypto.randomUUID` does not exist on a page over plain http, such as a pool on a home network. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
