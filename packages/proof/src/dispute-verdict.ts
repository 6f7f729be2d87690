/** Verdict of a third party on a user's claim that the pool lied. */
export interface DisputeVerdict {
  readonly verdict: 'pool lied' | 'claim not supported' | 'cannot tell';
  readonly reason: string;
}
