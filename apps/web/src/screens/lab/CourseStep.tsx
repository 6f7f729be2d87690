import { useMutation } from '@tanstack/react-query';
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
  /** Resolves to true when the answer is right. */
  readonly onAnswer: (given: string) => Promise<boolean>;
}

/** One step: what to do and where, a field where it asks for something, and whether it is done. */
export function CourseStep({ course, step, number, isDone, isNext, onAnswer }: CourseStepProps) {
  const title = t(`course.${course}.${step.id}.title`);
  return (
    <li className="py-5" aria-current={isNext ? 'step' : undefined} data-step={step.id}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg/7 font-semibold">
          <span className="num mr-2 text-text-3">{number}</span>
          <span>{title}</span>
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

type QuestionProps = Pick<CourseStepProps, 'onAnswer'> & { readonly title: string };

function Question({ title, onAnswer }: QuestionProps) {
  const [given, setGiven] = useState('');
  const check = useMutation({ mutationFn: onAnswer });
  return (
    <form
      className="mt-2 flex max-w-[420px] flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!check.isPending) check.mutate(given);
      }}
    >
      <Field
        label={`${t('course.answer')}: ${title}`}
        className="min-w-0 flex-1 basis-[220px]"
        value={given}
        autoComplete="off"
        error={check.data === false ? t('course.wrong') : undefined}
        onChange={({ target }) => {
          setGiven(target.value);
          check.reset();
        }}
      />
      <Button type="submit" look="secondary" isBusy={check.isPending}>
        {t('course.check')}
      </Button>
    </form>
  );
}
