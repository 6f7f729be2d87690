import { useState } from 'react';
import type { CallError } from '../../api/errors.ts';

interface StepUpState {
  /** True once the server asked for a two-factor code, until the request succeeds or is given up. */
  readonly isAsked: boolean;
  /** Refusal of the last code. Being asked for one is not a refusal yet. */
  readonly codeError: string | undefined;
  /** Refusal that concerns anything but the code. */
  readonly failure: CallError | undefined;
}

/** Second step of a request that may need a two-factor code: the same request is sent again with it. */
export function useStepUp(request: {
  readonly failure: CallError | undefined;
  readonly isBusy: boolean;
}): StepUpState {
  const { failure, isBusy } = request;
  const [wasAsked, setWasAsked] = useState(false);
  const isAboutCode = failure?.field === 'totp';
  if (isAboutCode && !wasAsked) setWasAsked(true);
  // While the request is repeated there is no refusal, and the step stays.
  if (wasAsked && failure === undefined && !isBusy) setWasAsked(false);
  return {
    isAsked: isAboutCode || wasAsked,
    codeError: isAboutCode && failure.code !== 'TWO_FACTOR_REQUIRED' ? failure.message : undefined,
    failure: isAboutCode ? undefined : failure,
  };
}
