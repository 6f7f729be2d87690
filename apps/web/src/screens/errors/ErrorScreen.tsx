import { Link } from 'react-router-dom';
import { PageTitle } from '../../components/PageTitle.tsx';
import { paths } from '../../paths.ts';

const TEXTS = {
  unauthorized: ['403 - Unauthorized', "You don't have permission to view this page."],
  'not-found': ['Page not found', 'There is no page at this address. Check it, or go on from here.'],
} as const;

/** A page that cannot be shown, with two ways out. */
export function ErrorScreen({ kind }: { kind: keyof typeof TEXTS }) {
  const [title, text] = TEXTS[kind];
  return (
    <div className="space-y-4">
      <PageTitle>{title}</PageTitle>
      <p className="text-text-2">{text}</p>
      <p className="flex gap-6">
        <Link to={paths.home} className="font-medium text-primary underline">
          Go to your dashboard
        </Link>
        <Link to={paths.landing} className="font-medium text-primary underline">
          Go to the start page
        </Link>
      </p>
    </div>
  );
}
