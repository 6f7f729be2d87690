/** Groups of calls, in the order in which a newcomer needs them: the area of a procedure, and its name. */
const TAGS = {
  auth: ['Signing up and in', 'Accounts and sessions.'],
  wallets: ['Wallets', 'Deposit addresses and balances.'],
  deposits: ['Deposits', 'What became of a transaction.'],
  investments: ['Investments', 'Principal and what it was rewarded with.'],
  withdrawals: ['Withdrawals', 'Money to outside addresses.'],
  allowlist: ['Withdrawal allowlist', 'Addresses that an API key may withdraw to.'],
  referrals: ['Referrals', 'Invited people and their rewards.'],
  transactions: ['History', 'What happened, to one user and to all.'],
  transparency: ['Transparency', 'What is held and owed, and the proofs. Needs no account.'],
  support: ['Transparency', 'What is held and owed, and the proofs. Needs no account.'],
  reserve: ['Transparency', 'What is held and owed, and the proofs. Needs no account.'],
  users: ['Back office', 'For admins and auditors.'],
  sweeps: ['Back office', 'For admins and auditors.'],
  hotWallet: ['Back office', 'For admins and auditors.'],
  exports: ['Back office', 'For admins and auditors.'],
  dev: ['Local networks', 'Test tokens and the clock. Not there on other networks.'],
} as const;

type Area = keyof typeof TAGS;

/** Area of the calls that only the staff may make. */
export const STAFF_AREA = 'users' satisfies Area;

/**
 * Group of the calls of an area.
 *
 * @throws Error when the area has no name yet.
 */
export function getTag(area: string): string {
  if (Object.hasOwn(TAGS, area)) return TAGS[area as Area][0]; // It is one of them, as was just asked.
  throw new Error(`The area ${area} has no name in the document: give it one in tags.ts.`);
}

/** The groups that a document uses, each once, in their order. */
export function describeTags(used: ReadonlySet<string>): { name: string; description: string }[] {
  const groups = new Map<string, string>(
    Object.values(TAGS).map(([name, description]) => [name, description]),
  );
  return [...groups].filter(([name]) => used.has(name)).map(([name, description]) => ({ name, description }));
}
