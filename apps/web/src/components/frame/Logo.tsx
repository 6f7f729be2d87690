import { Link } from 'react-router-dom';

/** The mark (public/mark.svg, drawn here so that no page asks for it) and the name, leading to a page. */
export function Logo({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2.5 rounded-control text-lg font-semibold tracking-[-0.02em]"
    >
      <svg aria-hidden viewBox="0 0 32 32" className="size-7">
        <rect width="32" height="32" rx="8" fill="#0A655D" />
        <path
          d="M8 8v12a4 4 0 0 0 4 4h8a4 4 0 0 0 4-4V8"
          fill="none"
          stroke="#fff"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
        <path d="M9.5 15h13v5a2.6 2.6 0 0 1-2.6 2.6h-7.8A2.6 2.6 0 0 1 9.5 20z" fill="#4FD1BF" />
        <path d="M6 18h20" stroke="#FFD54A" strokeWidth="1.8" strokeDasharray="3 2" />
      </svg>
      <span>Glasspool</span>
    </Link>
  );
}
