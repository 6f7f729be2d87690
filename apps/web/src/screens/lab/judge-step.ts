import { parseAmount } from '@glasspool/core';
import { readTyped } from '../../components/money/typed-amount.ts';
import type { LearnerMark } from '../../components/proof/learner-memory.ts';
import type { CourseId, Proof, QuestionName, StateName, Step } from './courses.ts';

/** Everything that is known of the learner and the pool. */
export interface CourseFacts {
  /** Types of the learner's transactions that are done. */
  readonly history: ReadonlySet<string>;
  readonly states: ReadonlySet<StateName>;
  readonly marks: ReadonlySet<string>;
}

/** Right answers to the questions: amounts in micro-units, a number of people, digests in hex, the newest first. Undefined where the pool has no figure yet. */
export interface Answers {
  readonly owed: bigint | undefined;
  readonly surplus: bigint | undefined;
  readonly losers: bigint | undefined;
  readonly digests: readonly string[];
}

/** Screens round down to thousandths, and a difference is made of two such figures. */
const TOLERANCE_MICRO = 2_000n;
/** So many characters of a digest are enough. */
const DIGEST_CHARACTERS = 8;

export function answerMark(course: CourseId, { id }: Step): LearnerMark {
  return `answered:${course}/${id}`;
}

/** Returns true once a step was done. */
export function isStepDone(course: CourseId, step: Step, { history, states, marks }: CourseFacts): boolean {
  const { proof }: { proof: Proof } = step;
  switch (proof.kind) {
    case 'history':
      return history.has(proof.type);
    case 'state':
      return states.has(proof.name);
    case 'mark':
      return marks.has(proof.mark);
    case 'question':
      return marks.has(answerMark(course, step));
  }
}

/** Compares an answer, as it was typed, with the right one. */
export function isRightAnswer(name: QuestionName, given: string, answers: Answers): boolean {
  if (name === 'digest') {
    const hex = given.trim().toLowerCase().replace(/^0x/, '');
    return hex.length >= DIGEST_CHARACTERS && answers.digests.some((digest) => digest.startsWith(hex));
  }
  // A number of people is whole, whatever separates its thousands.
  if (name === 'losers') return given.replaceAll(/\D/g, '') === String(answers.losers);
  const right = answers[name];
  const { plain } = readTyped(given);
  if (right === undefined || plain === undefined) return false;
  const difference = parseAmount(plain) - right;
  return difference <= TOLERANCE_MICRO && -difference <= TOLERANCE_MICRO;
}
