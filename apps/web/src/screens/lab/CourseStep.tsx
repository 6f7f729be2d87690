import { useState } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { CourseId, Step } from './courses.ts';

interface CourseStepProps {
  readonly course: CourseId;
  readonly step: Step;
  readonly number: number;
  readonly isDone: boolean;
  readonly isNext: boolean;
  /** Returns true when the answer is right. */
  readonly onAnswer: (given: string) => boolean;
}

/** One step: what to do and where, a field where it asks for something, and whether it is done. */
export function CourseStep({ course, step, number, isDone, isNext, onAnswer }: CourseStepProps) {
  const title = t(`course.${course}.${step.id}.title`);
  return (
    <li className="py-5" aria-current={isNext ? 'step' : undefined} data-step={step.id}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg/7 font-semibold">
          <span className="num mr-2 text-text-3">{number}</span>
          {title}
        </h2>
        {isDone ? (
          <StatusBadge look="good">{t('course.done')}</StatusBadge>
        ) : (
          isNext && <StatusBadge look="waiting">{t('course.next')}</StatusBadge>
        )}
      </div>
      <p className="mt-1 max-w-[70ch] text-text-2">{t(`course.${course}.${step.id}.text`)}</p>
      <p className="mt-1">
        <Link
          to={step.to}
          target="_blank"
          className="inline-flex min-h-11 items-center font-medium text-primary underline"
          aria-label={`${t('course.go')}: ${title}`}
        >
          {t('course.go')}
        </Link>
      </p>
      {step.proof.kind === 'question' && !isDone && <Question title={title} onAnswer={onAnswer} />}
    </li>
  );
}

function Question({ title, onAnswer }: { title: string; onAnswer: (given: string) => boolean }) {
  const [given, setGiven] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      className="mt-2 flex max-w-[420px] flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(!onAnswer(given));
      }}
    >
      <Field
        label={`${t('course.answer')}: ${title}`}
        className="min-w-0 flex-1 basis-[220px]"
        value={given}
        autoComplete="off"
        error={isWrong ? t('course.wrong') : undefined}
        onChange={({ target }) => {
          setGiven(target.value);
          setWrong(false);
        }}
      />
      <Button type="submit" look="secondary">
        {t('course.check')}
      </Button>
    </form>
  );
}
