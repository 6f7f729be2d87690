import type { Noticed, Verdict } from '@glasspool/lab/lies';
import { t } from '../../i18n/language.ts';

/** Verdict of the table on a lie, in words. */
export function describeVerdict(verdict: Verdict): string {
  switch (verdict.by) {
    case 'anyone':
      return t('lab.by.anyone', { checks: verdict.check });
    case 'user':
      return t('lab.by.user', { checks: verdict.check });
    case 'incomplete':
      return t('lab.by.incomplete', { checks: verdict.check });
    case 'user who looks':
      return t('lab.by.looking');
    case 'no-one':
      return t('lab.by.no-one');
  }
}

/** Finding of the checks, in words. */
export function describeNoticed({ by, checks }: Noticed): string {
  return t(`lab.by.${by}`, { checks: checks.join(', ') });
}
