const GROUP = 4;
/** People compare the ends of an address; both are set in bold. */
const ENDS = 6;

/** An address in full, in groups of four by spacing alone: what is copied has no spaces. */
export function AddressText({ address }: { address: string }) {
  const groups = address.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return (
    <code
      className="min-w-0 flex-1 font-mono text-[13px]/6 break-all"
      translate="no"
      data-testid="address"
      data-address={address}
    >
      {groups.map((group, index) => (
        // The groups of an address never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal.
        <span key={index} className="mr-1.5 inline-block">
          {group.split('').map((letter, offset) => {
            const at = index * GROUP + offset;
            const isEnd = at < ENDS || at >= address.length - ENDS;
            return isEnd ? <b key={at}>{letter}</b> : <span key={at}>{letter}</span>;
          })}
        </span>
      ))}
    </code>
  );
}
