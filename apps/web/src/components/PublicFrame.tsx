import { Outlet } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Logo } from './Logo.tsx';

/** Frame of the pages of an account: one column. */
export function PublicFrame() {
  return (
    <>
      <header className="mx-auto flex min-h-14 max-w-[1120px] items-center px-4 lg:px-8">
        <Logo to={paths.landing} />
      </header>
      <main id="content" className="mx-auto max-w-[440px] px-4 pt-8 pb-16">
        <Outlet />
      </main>
    </>
  );
}
