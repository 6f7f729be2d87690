import { LogInInput } from '@glasspool/api/contracts';
import type { z } from 'zod/mini';

type LogIn = z.infer<typeof LogInInput>;

/** Checks what was typed into the login by the contract of its call. Sentences by field where something is wrong. */
export function checkLogIn(
  typed: Readonly<Record<keyof LogIn, string | undefined>>,
): { readonly input: LogIn } | { readonly errors: Readonly<Partial<Record<string, string>>> } {
  const checked = LogInInput.safeParse(typed);
  if (checked.success) return { input: checked.data };
  return {
    errors: Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])),
  };
}
