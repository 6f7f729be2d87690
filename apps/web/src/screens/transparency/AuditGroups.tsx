import { t } from '../../i18n/language.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import type { AuditLine } from './audit-snapshot.ts';
import { CheckStatus } from './CheckStatus.tsx';

const GROUPS = ['owed', 'held', 'books', 'past', 'own'] as const;
type Group = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Record<AuditLine['id'], Group>> = {
  manifest: 'owed',
  digests: 'owed',
  leafCount: 'owed',
  sums: 'owed',
  tree: 'owed',
  unique: 'owed',
  nothing: 'owed',
  owed: 'owed',
  statements: 'held',
  stateProof: 'held',
  blocks: 'held',
  inFlight: 'held',
  reserves: 'held',
  terms: 'books',
  journal: 'books',
  books: 'books',
  checkpoint: 'books',
  runs: 'books',
  age: 'past',
  history: 'past',
  anchor: 'past',
  anchors: 'past',
  same: 'past',
  ownEntries: 'own',
  own: 'own',
};

/** Every check, by what it shows, each group with what it does not show. A group in which something is wrong stands open. */
export function AuditGroups({ lines }: { lines: readonly AuditLine[] }) {
  const isWrong = lines.some(({ status }) => status === 'failed');
  return (
    <Disclosure key={String(isWrong)} title={t('verify.groups')} isOpenAtFirst={isWrong}>
      {GROUPS.map((group) => (
        <AuditGroup key={group} group={group} lines={lines.filter(({ id }) => GROUP_OF[id] === group)} />
      ))}
    </Disclosure>
  );
}

function AuditGroup({ group, lines }: { group: Group; lines: readonly AuditLine[] }) {
  const count = (status: AuditLine['status']): number =>
    lines.filter((line) => line.status === status).length;
  const [wrong, unchecked] = [count('failed'), count('not checked')];
  const title = (
    <span>
      <span>{t(`verify.group.${group}`)}</span>
      <span className="block text-sm font-normal text-text-2">
        {t('verify.group.counts', { right: count('ok'), wrong, unchecked })}
      </span>
    </span>
  );
  return (
    <Disclosure key={String(wrong > 0)} title={title} isOpenAtFirst={wrong > 0}>
      <p className="max-w-[70ch]">{t(`verify.group.${group}.shows`)}</p>
      <p className="mt-1 max-w-[70ch]">{t(`verify.group.${group}.limits`)}</p>
      <ol className="mt-2 divide-y divide-line">
        {lines.map(({ id, status, detail }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap items-center justify-between gap-2 text-text">
              <span>{t(`verify.all.step.${id}`)}</span>
              <CheckStatus status={status} notChecked={t('verify.all.notChecked')} />
            </p>
            {/* Figures in the words of the command. */}
            <p lang="en" className="mt-1 text-[13px]/5 wrap-anywhere text-text-3">
              {detail}
            </p>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
