import { describeCallError, isAnswered } from './errors.ts';
import { notify } from './notify.ts';

/** Says that no answer came where the place that would say it may be gone by then: the page is read again. */
export function notifyIfLost(error: unknown): void {
  if (!isAnswered(error)) notify.error(describeCallError(error, 'call.failed').message);
}
