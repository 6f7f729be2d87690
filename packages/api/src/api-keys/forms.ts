import { z } from 'zod/mini';
import { CurrentPassword, Label } from '../account/forms.ts';

export const ApiKeyScopeField = z.enum(['read', 'withdraw'], {
  error: 'Choose what the key may do: read, or withdraw.',
});

export const CreateApiKeyInput = z.strictObject({
  name: Label,
  scope: ApiKeyScopeField,
  password: CurrentPassword,
});
export const CreateApiKeyOutput = z.object({ key: z.string() });
export type CreateApiKeyInput = z.infer<typeof CreateApiKeyInput>;
