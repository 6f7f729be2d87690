/** Location of the data: `sqlite:` plus a file, or a `postgres:` URL. */
export type DatabaseUrl = `sqlite:${string}` | `postgres:${string}` | `postgresql:${string}`;

/** Reads where the data is, each time a connection is made: the URL may hold a password, so it is not kept. */
export type ReadDatabaseUrl = () => DatabaseUrl;
