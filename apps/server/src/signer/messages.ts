import {
  SigningCapReachedError,
  SigningContradictionError,
  SigningRefusedError,
  SigningTooEarlyError,
} from '@glasspool/chains';
import type { SigningRequest } from '@glasspool/chains/keys';
import type { Network } from '@glasspool/core';
import type { Answer, Request } from './protocol.ts';

/** A request without its number, which the connection gives. */
export type Unnumbered<One> = One extends unknown ? Omit<One, 'id'> : never;

/**
 * Returns the signature of an answer.
 *
 * @throws SigningRefusedError and its subclasses where the signer refuses; Error where it failed.
 */
export function readSignature(answer: Answer): Uint8Array {
  if ('signature' in answer) return new Uint8Array(Buffer.from(answer.signature, 'hex'));
  throw 'refused' in answer ? toRefusal(answer) : new Error(`The signer failed: ${answer.failed}`);
}

/** A request to sign, as it goes to the signer. */
export function toMessage(network: Network, request: SigningRequest): Unnumbered<Request> {
  const { index } = request;
  if (request.kind === 'statement') return { kind: 'statement', network, index, text: request.text };
  const { payload, subject } = request;
  return { kind: 'transaction', network, index, payload: Buffer.from(payload).toString('hex'), subject };
}

function toRefusal({ refused, reason }: Extract<Answer, { refused: string }>): SigningRefusedError {
  if (reason === 'cap') return new SigningCapReachedError(refused);
  if (reason === 'unexpired') return new SigningTooEarlyError(refused);
  return reason === 'contradiction'
    ? new SigningContradictionError(refused)
    : new SigningRefusedError(refused);
}
