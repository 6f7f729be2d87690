import { readDatabaseUrl, readDataDir } from './config.ts';

/** Describes which database is meant and which setting names it, without its password: `DATABASE_URL: the database pool at db.example:5432`. */
export function describeDatabasePlace(dataDir = readDataDir()): string {
  const url = readDatabaseUrl(dataDir);
  if (url.startsWith('sqlite:')) return `DATA_DIR: the database ${url.slice('sqlite:'.length)}`;
  const { hostname, port, pathname } = new URL(url);
  const host = decodeURIComponent(hostname);
  const place = `DATABASE_URL: the database ${pathname.slice(1)} at ${host}${port === '' ? '' : `:${port}`}`;
  // A copy: V8 keeps the whole text that a part was cut from, and the password with it, for as long as the part is kept.
  return Buffer.from(place).toString();
}
