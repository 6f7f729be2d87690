import { useLayoutEffect, useState } from 'react';
import { type CallError, describeCallError } from '../api/errors.ts';

const ABOUT_CODE = [
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
  'SECOND_FACTOR_BLOCKED',
  'SECOND_FACTOR_SHUT',
] as const;

type AskedForCode = CallError & { readonly code: (typeof ABOUT_CODE)[number] };

/** Returns true when the server refused for want of the second factor, so that the same call with a code may pass. */
function asksForCode(failure: CallError | undefined): failure is AskedForCode {
  return ABOUT_CODE.some((code) => code === failure?.code);
}

/** The refusal that asks for the second factor, also while the same call with a code is under way. */
export function useAskedForCode({
  error,
  isPending,
}: {
  readonly error: unknown;
  readonly isPending: boolean;
}): CallError | undefined {
  const [asked, setAsked] = useState<CallError>();
  useLayoutEffect(() => {
    if (isPending) return;
    const failure = error == null ? undefined : describeCallError(error, 'login.passkeyFailed');
    setAsked(asksForCode(failure) ? failure : undefined);
  }, [error, isPending]);
  return asked;
}
