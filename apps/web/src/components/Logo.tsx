import { Link } from 'react-router-dom';

/** The mark and the name, leading to a page. */
export function Logo({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2.5 rounded-control text-lg font-semibold tracking-[-0.02em]"
    >
      <img src="/mark.svg" alt="" width={28} height={28} />
      Glasspool
    </Link>
  );
}
