import { useSession } from '../../api/session.ts';
import { type StaffView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { type Column, DataTable } from '../../components/frame/DataTable.tsx';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { RecordLink } from '../../components/money/RecordLink.tsx';
import { formatTableTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { AnnouncementCard } from './AnnouncementCard.tsx';

const InviteDialog = lazyPage(async () => (await import('../../dialogs/invite-staff.tsx')).InviteStaffDialog);
const RoleDialog = lazyPage(async () => (await import('../../dialogs/staff-role.tsx')).StaffRoleDialog);

/** Everyone with access to the back office, and the announcement that every page shows. */
export function StaffScreen() {
  const isAdmin = useIsAdmin();
  const ownEmail = useSession()?.email;
  const dialog = useUrlDialog(['invite', 'role']);
  const staff = trpc.users.listStaff.useQuery();
  const meant = staff.data?.find(({ id }) => id === dialog.id);
  const mayChange = (member: StaffView): boolean => isAdmin && member.email !== ownEmail;
  return (
    <>
      <PageTitle>{t('admin.nav.staff')}</PageTitle>
      <Card title={t('admin.staff.title')}>
        <p className="mb-4 max-w-[72ch] text-text-2">{t('admin.staff.text')}</p>
        {staff.isPending && <Skeleton className="h-[212px] lg:h-20" />}
        {staff.isError && staff.data === undefined && (
          <LoadError textId="admin.staff.failed" onRetry={() => void staff.refetch()} />
        )}
        {staff.data !== undefined && (
          <DataTable
            caption={t('admin.staff.title')}
            columns={columns({ mayChange, onChange: ({ id }) => dialog.open('role', { id }) })}
            rows={staff.data}
            toKey={({ id }) => id}
          />
        )}
        {isAdmin && (
          <Button className="mt-4" onClick={() => dialog.open('invite')}>
            {t('admin.staff.invite')}
          </Button>
        )}
      </Card>
      <AnnouncementCard />
      <DialogSlot name={dialog.kind} onClose={dialog.close}>
        {isAdmin && dialog.kind === 'invite' && <InviteDialog onClose={dialog.close} />}
        {isAdmin && dialog.kind === 'role' && meant !== undefined && (
          <RoleDialog member={meant} onClose={dialog.close} />
        )}
      </DialogSlot>
    </>
  );
}

interface ColumnsProps {
  readonly mayChange: (member: StaffView) => boolean;
  readonly onChange: (member: StaffView) => void;
}

function columns({ mayChange, onChange }: ColumnsProps): Column<StaffView>[] {
  return [
    {
      id: 'email',
      title: t('admin.users.email'),
      cell: ({ id, email }) => <RecordLink id={id}>{email}</RecordLink>,
    },
    { id: 'role', title: t('admin.users.role'), cell: ({ role }) => t(`admin.users.${role}`) },
    {
      id: 'factor',
      title: t('admin.staff.factor'),
      cell: ({ hasTwoFactor }) => (
        <StatusBadge look={hasTwoFactor ? 'good' : 'bad'}>
          {t(hasTwoFactor ? 'admin.staff.on' : 'admin.staff.off')}
        </StatusBadge>
      ),
    },
    {
      id: 'seen',
      title: t('admin.staff.seen'),
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? t('admin.staff.invited') : formatTableTime(lastSeenAt),
    },
    {
      id: 'state',
      title: t('admin.users.state'),
      cell: ({ lockedAt }) => (
        <StatusBadge look={lockedAt === null ? 'good' : 'bad'}>
          {t(lockedAt === null ? 'admin.users.open' : 'admin.users.locked')}
        </StatusBadge>
      ),
    },
    {
      id: 'change',
      title: t('admin.staff.change'),
      cell: (member) =>
        mayChange(member) ? (
          <Button look="quiet" className="min-h-11 px-0" onClick={() => onChange(member)}>
            {t(member.role === 'admin' ? 'admin.staff.toAuditor' : 'admin.staff.toAdmin')}
          </Button>
        ) : (
          '–'
        ),
    },
  ];
}
