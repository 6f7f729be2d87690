import type { TransactionType } from '@glasspool/core';
import type { LearnerMark } from '../../components/proof/learner-memory.ts';
import { paths } from '../../paths.ts';

/** Facts of the pool and of the learner that steps ask for. */
export type StateName = 'signed-in' | 'reserve-funded' | 'reward-reduced' | 'snapshot-made';
/** Figures that a learner has to find. */
export type QuestionName = 'owed' | 'surplus' | 'digest' | 'losers';

/** Proof that a step was done: a row of the learner's history, a fact, something done in this browser, or the right answer. */
export type Proof =
  | { readonly kind: 'history'; readonly type: TransactionType }
  | { readonly kind: 'state'; readonly name: StateName }
  | { readonly kind: 'mark'; readonly mark: LearnerMark }
  | { readonly kind: 'question'; readonly name: QuestionName };

export interface Step {
  readonly id: string;
  readonly proof: Proof;
  /** Place where it is done. */
  readonly to: string;
}

export const COURSE_IDS = ['works', 'fails', 'audit'] as const;
export type CourseId = (typeof COURSE_IDS)[number];

const history = (type: TransactionType): Proof => ({ kind: 'history', type });
const state = (name: StateName): Proof => ({ kind: 'state', name });
const mark = (done: LearnerMark): Proof => ({ kind: 'mark', mark: done });
const question = (name: QuestionName): Proof => ({ kind: 'question', name });

/** Three guided paths. Texts are in the catalogue, under the ids. */
export const COURSES: Readonly<Record<CourseId, readonly Step[]>> = {
  works: [
    { id: 'account', proof: state('signed-in'), to: paths.signUp },
    { id: 'deposit', proof: history('deposit'), to: paths.home },
    { id: 'owed', proof: question('owed'), to: paths.transparency },
    { id: 'invest', proof: history('investment'), to: paths.home },
    { id: 'fund', proof: state('reserve-funded'), to: paths.home },
    { id: 'reward', proof: history('daily_payout'), to: paths.home },
    { id: 'withdraw', proof: history('withdrawal'), to: paths.home },
    { id: 'digest', proof: question('digest'), to: paths.transparency },
  ],
  fails: [
    { id: 'losers', proof: question('losers'), to: `${paths.timeMachine}?start=ponzi&days=365` },
    { id: 'dry', proof: state('reward-reduced'), to: paths.transparency },
    { id: 'reorg', proof: mark('ran:reorg-after-final'), to: `${paths.lab}?as=chain` },
    { id: 'node', proof: mark('ran:lying-node'), to: `${paths.lab}?as=chain` },
    { id: 'thief', proof: mark('ran:web-taken-over'), to: `${paths.lab}?as=attacker` },
    { id: 'kill', proof: mark('ran:kill-anywhere'), to: `${paths.lab}?as=fate` },
    { id: 'restore', proof: mark('ran:restore-backup'), to: `${paths.lab}?as=fate` },
  ],
  audit: [
    { id: 'snapshot', proof: state('snapshot-made'), to: paths.transparency },
    { id: 'surplus', proof: question('surplus'), to: paths.transparency },
    { id: 'own', proof: mark('verified-own'), to: paths.transparency },
    { id: 'lie-anyone', proof: mark('noticed:anyone'), to: `${paths.lab}?as=operator` },
    { id: 'lie-user', proof: mark('noticed:user'), to: `${paths.lab}?as=operator` },
    { id: 'lie-no-one', proof: mark('noticed:no-one'), to: `${paths.lab}?as=operator` },
    { id: 'report', proof: mark('saved-report'), to: `${paths.lab}?as=operator` },
  ],
};
