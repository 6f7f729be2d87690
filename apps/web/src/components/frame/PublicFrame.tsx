import { paths } from '../../paths.ts';
import { Footer } from './Footer.tsx';
import { Logo } from './Logo.tsx';
import { PageOutlet } from './PageOutlet.tsx';

/** Frame of the pages of an account: one column. */
export function PublicFrame() {
  return (
    <div className="flex min-h-[calc(100dvh-32px)] flex-col">
      <header className="mx-auto flex min-h-14 w-full max-w-[1120px] items-center px-4 lg:px-8">
        <Logo to={paths.landing} />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[472px] flex-1 px-4 pt-8 pb-16">
        <PageOutlet />
      </main>
      <Footer />
    </div>
  );
}
