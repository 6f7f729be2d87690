// Goal: a step of a course is done when the learner did it, and not before; an answer is right when a screen shows it so.

import { EXPERIMENT_IDS } from '@glasspool/api/contracts';
import { parseAmount } from '@glasspool/core';
import { describe, expect, it } from 'vitest';
import { t } from '../../i18n/language.ts';
import { COURSE_IDS, COURSES, type Step } from './courses.ts';
import { type Answers, answerMark, type CourseFacts, isRightAnswer, isStepDone } from './judge-step.ts';

const NOTHING: CourseFacts = { history: new Set(), states: new Set(), marks: new Set() };
const answers: Answers = {
  owed: parseAmount('1130.5678'),
  surplus: parseAmount('20'),
  losers: 1234n,
  digests: ['ab12cd34ef56', 'ff12cd34ef56'],
};

/** Facts of someone who did a step, and nothing else. */
function doneBy(course: (typeof COURSE_IDS)[number], step: Step): CourseFacts {
  const { proof } = step;
  if (proof.kind === 'history') return { ...NOTHING, history: new Set([proof.type]) };
  if (proof.kind === 'state') return { ...NOTHING, states: new Set([proof.name]) };
  return { ...NOTHING, marks: new Set([proof.kind === 'mark' ? proof.mark : answerMark(course, step)]) };
}

describe.each(COURSE_IDS)('the course "%s"', (course) => {
  it('counts each step by what was done for it, and by nothing that was done for another', () => {
    for (const step of COURSES[course]) {
      expect(isStepDone(course, step, NOTHING), step.id).toBe(false);
      const facts = doneBy(course, step);
      expect(COURSES[course].filter((one) => isStepDone(course, one, facts))).toEqual([step]);
    }
  });

  it('has words for every step', () => {
    for (const { id } of COURSES[course])
      for (const part of ['title', 'text']) {
        const key = `course.${course}.${id}.${part}`;
        expect(t(key)).not.toBe(key);
      }
  });

  it('asks for experiments that there are', () => {
    const marks = COURSES[course].flatMap(({ proof }) => (proof.kind === 'mark' ? [proof.mark] : []));
    const asked = marks.filter((mark) => mark.startsWith('ran:')).map((mark) => mark.slice('ran:'.length));
    expect(asked.filter((id) => !EXPERIMENT_IDS.some((one) => one === id))).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    ['owed', '1130.567'],
    ['owed', '1,130.5678'],
    ['surplus', '20'],
    ['surplus', '20.001'],
    ['losers', '1,234'],
    ['losers', '1234'],
    ['digest', 'ab12cd34'],
    ['digest', ' 0xAB12CD34EF56 '],
    ['digest', 'ff12cd34'],
  ] as const)('is right for "%s" with %s', (name, given) => {
    expect(isRightAnswer(name, given, answers)).toBe(true);
  });

  it.each([
    ['owed', ''],
    ['owed', '1130'],
    ['owed', '1130.57'],
    ['surplus', '20.01'],
    ['surplus', '-20'],
    ['losers', '1235'],
    ['losers', 'many'],
    ['digest', 'ab12cd3'],
    ['digest', 'ab12cd35'],
    ['digest', ''],
  ] as const)('is wrong for "%s" with "%s"', (name, given) => {
    expect(isRightAnswer(name, given, answers)).toBe(false);
  });

  it('is never right where the pool has no figure', () => {
    const none: Answers = { owed: undefined, surplus: undefined, losers: undefined, digests: [] };
    for (const name of ['owed', 'surplus', 'losers', 'digest'] as const)
      expect(isRightAnswer(name, name === 'digest' ? 'undefined' : '0', none)).toBe(false);
  });
});
