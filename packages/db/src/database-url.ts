/** Where the data is: `sqlite:` plus a file, or a `postgres:` URL. */
export type DatabaseUrl = `sqlite:${string}` | `postgres:${string}` | `postgresql:${string}`;

/** Reads where the data is, each time a connection is made: the URL may hold a password, so nobody keeps it. */
export type ReadDatabaseUrl = () => DatabaseUrl;
