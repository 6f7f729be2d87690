import { type ReactNode, useState } from 'react';
import { type CallError, describeCallError } from '../../api/errors.ts';
import type { MoneyPress } from '../money/MoneyButton.tsx';
import { CodeOrPasskey } from './CodeOrPasskey.tsx';
import { useStepUp } from './use-step-up.ts';

interface CodeField {
  /** Code as it was typed; undefined before anything is. */
  readonly totp: string | undefined;
  /** Refusal that concerns anything but the code. */
  readonly failure: CallError | undefined;
  /** Field for the code, once the server asked for one. */
  readonly field: ReactNode;
}

/** The code of a request that may need one: `send` repeats the request with the code that a passkey brought. */
export function useCodeField(
  request: { readonly isError: boolean; readonly error: unknown; readonly isPending: boolean },
  send: (totp: string, press: MoneyPress) => void,
): CodeField {
  const [typed, setTyped] = useState('');
  const stepUp = useStepUp({
    failure: request.isError ? describeCallError(request.error, 'call.failed') : undefined,
    isBusy: request.isPending,
  });
  return {
    totp: stepUp.isAsked ? typed.trim() || undefined : undefined,
    failure: stepUp.failure,
    field: stepUp.isAsked && (
      <CodeOrPasskey
        value={typed}
        error={stepUp.codeError}
        isBusy={request.isPending}
        onChange={(event) => setTyped(event.target.value)}
        onPasskey={send}
      />
    ),
  };
}
