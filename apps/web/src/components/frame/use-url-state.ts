import { useSearchParams } from 'react-router-dom';

/** Position in a list, kept in the URL: a copied URL shows the same page. */
export function useUrlState(): {
  readonly page: number;
  read(name: string): string;
  /** Sets values, leaving out what is empty. Anything but a new page goes back to the first one. */
  write(values: Readonly<Record<string, string | number>>): void;
} {
  const [search, setSearch] = useSearchParams();
  const page = Number(search.get('page') ?? '1');
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    read: (name) => search.get(name) ?? '',
    write: (values) =>
      setSearch((before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, value] of Object.entries(values)) {
          if (value === '' || (name === 'page' && value === 1)) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      }),
  };
}
