import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@glasspool/identity/passkeys';
import { z } from 'zod';

/** Options for `navigator.credentials.get` (WebAuthn Level 3, 5.5), as the library for browsers takes them. */
export const RequestOptionsOutput = z.custom<PasskeyRequestOptions>(
  (value) => z.object({ challenge: z.string(), rpId: z.string() }).safeParse(value).success,
);

/** Options for `navigator.credentials.create` (WebAuthn Level 3, 5.4), as the library for browsers takes them. */
export const CreationOptionsOutput = z.custom<PasskeyCreationOptions>(
  (value) => z.object({ challenge: z.string(), rp: z.object({ id: z.string() }) }).safeParse(value).success,
);
