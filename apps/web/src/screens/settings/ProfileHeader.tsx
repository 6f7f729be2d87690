import type { ProfileView } from '../../api/trpc.ts';

const INITIALS_MAX = 2;

/** Initials, name and email. */
export function ProfileHeader({ profile }: { profile: ProfileView }) {
  return (
    <div className="flex min-h-20 items-center gap-4">
      <span
        aria-hidden
        className="flex size-14 shrink-0 items-center justify-center rounded-full bg-primary-soft text-lg font-semibold text-primary"
      >
        {computeInitials(profile.userName)}
      </span>
      <div className="min-w-0">
        <p className="truncate text-lg font-semibold">{profile.userName}</p>
        <p className="truncate text-sm text-text-2">{profile.email}</p>
      </div>
    </div>
  );
}

/** The first letters of up to two words, in capitals. */
export function computeInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words
    .slice(0, INITIALS_MAX)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
