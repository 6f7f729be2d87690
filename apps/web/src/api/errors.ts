import { TRPCClientError } from '@trpc/client';
import { currentLanguage, hasText, t, translateSentence } from '../i18n/language.ts';
import { wasNotSent } from './sent.ts';

export interface CallError {
  readonly code: string;
  readonly message: string;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  /** Input field that the refusal concerns. */
  readonly field?: string | undefined;
  readonly details?: Readonly<Record<string, string | number>>;
  /** For support. Undefined when the server never answered. */
  readonly requestId: string | undefined;
}

/**
 * A failed call as a screen shows it: the server's sentence, in the language of the screen where the catalogue has it.
 * Without an answer of the server, the text `fallbackId` says what did not work, unless nothing was sent.
 */
export function describeCallError(error: unknown, fallbackId: string): CallError {
  const data = error instanceof TRPCClientError ? readErrorData(error.data) : undefined;
  if (data === undefined || !(error instanceof TRPCClientError)) {
    const message = t(wasNotSent(error) ? 'crash.notSent' : fallbackId);
    return { code: 'NO_ANSWER', message, issues: [], requestId: undefined };
  }
  const issues = data.issues.map(({ path, message }) => ({ path, message: translateSentence(message) }));
  return {
    code: data.poolCode,
    message: translate(data, error.message),
    issues,
    field: data.field ?? (issues.length === 1 ? issues[0]?.path : undefined),
    details: data.details,
    requestId: data.requestId,
  };
}

/** Returns true when the server refused because the caller is not signed in. */
export function isNotSignedIn(error: unknown): boolean {
  return error instanceof TRPCClientError && readErrorData(error.data)?.poolCode === 'NOT_SIGNED_IN';
}

/** Returns true when the server said that there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof TRPCClientError && readErrorData(error.data)?.poolCode === 'NOT_FOUND';
}

/** Returns true when the server never answered, so that another try may succeed. */
export function isWithoutAnswer(error: unknown): boolean {
  return !(error instanceof TRPCClientError) || readErrorData(error.data) === undefined;
}

const SERVER_FAILED = 500;

/** Returns true when the server said what became of a call. One that failed itself may have done it. */
export function isAnswered(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.httpStatus < SERVER_FAILED;
}

/** Returns true when a call was turned away before anything was looked up: that says nothing about the same one before it. */
export function isTurnedAway(error: unknown): boolean {
  return error instanceof TRPCClientError && [401, 429].includes(error.data?.httpStatus);
}

interface ErrorData {
  readonly poolCode: string;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, string | number>>;
  readonly issues: CallError['issues'];
  readonly requestId: string;
}

function translate({ poolCode, details, issues }: ErrorData, english: string): string {
  if (currentLanguage() === 'en') return english;
  const id = `error.${poolCode}`;
  if (issues.length === 1 || !hasText(id)) return translateSentence(english);
  return t(id, details);
}

/** The part of an error that our server adds. It is checked by hand, because a schema library would be most of the page. */
function readErrorData(data: unknown): ErrorData | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { poolCode, field, details, issues, requestId }: Partial<Record<keyof ErrorData, unknown>> = data;
  if (typeof poolCode !== 'string' || typeof requestId !== 'string' || !Array.isArray(issues))
    return undefined;
  const known = issues.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('path' in issue) || !('message' in issue)) return [];
    return [{ path: String(issue.path), message: String(issue.message) }];
  });
  return {
    poolCode,
    field: typeof field === 'string' ? field : undefined,
    details: readDetails(details),
    issues: known,
    requestId,
  };
}

function readDetails(details: unknown): ErrorData['details'] {
  const entries = Object.entries(typeof details === 'object' && details !== null ? details : {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
}
