/** On every page: what kind of network this is. */
export function Ribbon() {
  return (
    <aside
      aria-label="Test network"
      className="on-ribbon sticky top-0 z-30 bg-ribbon text-on-ribbon print:static"
    >
      <p className="flex min-h-8 items-center justify-center gap-x-3 px-4 text-center text-[13px]/[18px] font-medium">
        Test network: tokens have no value
      </p>
    </aside>
  );
}
