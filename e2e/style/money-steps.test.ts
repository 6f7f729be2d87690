// Goal: no press that was meant for something else moves money. Method: each request of the interface is in one of two lists; in the
// sources of the web app those that move or commit money are sent by useMoneyRequest alone, which wants the press of a money button (a
// type that only the button can make). Each way around it is planted once.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localAppRouter } from '@glasspool/api';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

/** Move money, commit it, decide about it, or say where it may go and who may send it. */
const MONEY = [
  'allowlist.addAllowlistEntry',
  'allowlist.removeAllowlistEntry',
  'allowlist.setAllowlistOnly',
  'apiKeys.createApiKey',
  'books.decideCorrection',
  'books.proposeCorrection',
  'deposits.attributeDeposit',
  'dev.advanceClock',
  'dev.faucet',
  'dev.fundReserve',
  'hotWallet.haltPayouts',
  'hotWallet.allowOneNode',
  'hotWallet.resumePayouts',
  'hotWallet.withdrawOwnFunds',
  'investments.invest',
  'investments.releaseWallet',
  'referrals.transferReferral',
  'reserve.decideTermsProposal',
  'reserve.fundReserve',
  'reserve.publishTerms',
  'reopened.giveBackWithdrawal',
  'sweeps.startSweep',
  'users.closeAccount',
  'withdrawals.cancelWithdrawal',
  'withdrawals.reviewWithdrawal',
  'withdrawals.withdraw',
];

/** Areas whose requests change an account or what is shown, and no money, but for those above. */
const OTHER_AREAS = /^(apiKeys|auth|notices|passkeys|support|transparency|users|webhooks)\./;

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: Source[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/web/src'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Places of a source that send a request of `MONEY` in another way, or make up a press. */
function findBareWays({ path, text }: Source): string[] {
  const found: string[] = [];
  const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
  for (const name of MONEY) {
    const [area = '', procedure = ''] = name.split('.');
    // The name ends there: a longer one is another procedure.
    for (const { index } of code.matchAll(new RegExp(`\\.${area}\\.${procedure}(?!\\w)`, 'g'))) {
      const before = /const (\w+) = trpc$/.exec(code.slice(0, index))?.[1];
      const isMutation = code.slice(index + name.length + 1).startsWith('.useMutation(');
      if (before === undefined || !isMutation) found.push(`${path}: ${name} is not a mutation with a name`);
      else {
        const bare = code.replaceAll(`useMoneyRequest(${before}.mutate)`, '');
        const isSent = code.length > bare.length;
        if (!isSent || new RegExp(`\\b${before}\\.mutate|\\{[^}]*mutate[^}]*\\} = ${before}\\b`).test(bare))
          found.push(`${path}: ${name} is sent without a money button`);
      }
    }
  }
  if (/\bas (?:never as |unknown as )?MoneyPress\b/.test(code)) found.push(`${path}: makes up a press`);
  return found;
}

describe('a request that moves or commits money', () => {
  it('is told from every other one', () => {
    const router: AnyTRPCRouter = localAppRouter;
    const mutations = Object.entries<AnyTRPCProcedure>(router._def.procedures)
      .filter(([, { _def }]) => _def.type === 'mutation')
      .map(([name]) => name);
    expect(MONEY.filter((name) => !mutations.includes(name))).toEqual([]);
    expect(mutations.filter((name) => !MONEY.includes(name) && !OTHER_AREAS.test(name))).toEqual([]);
  });

  it('is sent by the web app with the press of a money button only', () => {
    expect(sources.length).toBeGreaterThan(200);
    const used = MONEY.filter((name) =>
      sources.some(({ text }) => text.includes(`trpc.${name}.useMutation(`)),
    );
    expect(used).toEqual(MONEY);
    expect(sources.flatMap(findBareWays)).toEqual([]);
  });

  it.each([
    ['const send = trpc.investments.invest.useMutation({});\nsend.mutate({});', 'is sent without'],
    ['const one = trpc.investments.invest.useMutation();\nvoid one.mutateAsync({});', 'is sent without'],
    [
      'const one = trpc.investments.invest.useMutation();\nuseMoneyRequest(one.mutate);\none.mutate({});',
      'is sent without',
    ],
    ['const { mutate } = trpc.investments.invest.useMutation();', 'is not a mutation with a name'],
    ['void client.investments.invest.mutate({});', 'is not a mutation with a name'],
    ['send(undefined as unknown as MoneyPress, {});', 'makes up a press'],
  ])('is found where it is sent by %j', (text, problem) => {
    expect(findBareWays({ path: 'a.tsx', text })).toEqual([expect.stringContaining(problem)]);
  });
});
