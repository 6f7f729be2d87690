import { Link } from 'react-router-dom';
import { useUrlState } from '../../components/frame/use-url-state.ts';
import { forgetMarks, remember } from '../../components/proof/learner-memory.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CourseStep } from './CourseStep.tsx';
import { COURSE_IDS, COURSES, type CourseId } from './courses.ts';
import { answerMark, isRightAnswer, isStepDone } from './judge-step.ts';
import { LabPage } from './LabPage.tsx';
import { useCourseFacts } from './use-course-facts.ts';

/** Three guided paths of some twenty minutes, whose steps look at what the learner really did. For local networks. */
export function CourseScreen() {
  return (
    <LabPage title={t('course.title')} lead={t('course.lead')} isNarrow>
      {() => <Courses />}
    </LabPage>
  );
}

function Courses() {
  const { read, write } = useUrlState();
  const course = COURSE_IDS.find((id) => id === read('course')) ?? COURSE_IDS[0];
  return (
    <>
      <p className="mt-2 mb-5 max-w-[70ch] text-text-2">
        <span>{t('course.others')}</span>{' '}
        <Link to={paths.lab} className="underline">
          {t('lab.board.title')}
        </Link>
      </p>
      <div className="mb-5 overflow-x-auto">
        <Segments
          label={t('course.choose')}
          value={course}
          choices={COURSE_IDS.map((value) => ({ value, label: t(`course.${value}.title`) }))}
          onChange={(value) => write({ course: value })}
        />
      </div>
      <Steps key={course} course={course} />
    </>
  );
}

function Steps({ course }: { course: CourseId }) {
  const known = useCourseFacts();
  if (known === 'failed') return <p role="alert">{t('lab.failed')}</p>;
  if (known === undefined) return <Skeleton className="h-[480px]" />;
  const { facts, findAnswers, askAnswers } = known;
  const steps = COURSES[course];
  const done = steps.filter((step) => isStepDone(course, step, facts));
  const next = steps.find((step) => !done.includes(step));
  return (
    <>
      <p className="mb-3 max-w-[70ch] text-text-2">{t(`course.${course}.lead`)}</p>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p role="status" className="font-medium">
          {next === undefined
            ? t('course.complete')
            : t('course.progress', { done: done.length, all: steps.length })}
        </p>
        <Button look="quiet" onClick={forgetMarks}>
          {t('course.forget')}
        </Button>
      </div>
      <ol className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {steps.map((step, index) => (
          <CourseStep
            key={step.id}
            course={course}
            step={step}
            number={index + 1}
            isDone={done.includes(step)}
            isNext={step === next}
            onAnswer={async (given) => {
              if (step.proof.kind !== 'question') return false;
              const { name } = step.proof;
              // A figure may have changed since the learner read it, and a snapshot may be newer than what this screen knows.
              const isRight =
                isRightAnswer(name, given, findAnswers()) || isRightAnswer(name, given, await askAnswers());
              if (isRight) remember(answerMark(course, step));
              return isRight;
            }}
          />
        ))}
      </ol>
    </>
  );
}
