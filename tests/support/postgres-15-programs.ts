/** Debian's PostgreSQL 15, the oldest that the market works on. */
const FOLDER = '/usr/lib/postgresql/15/bin';

export const POSTGRES_15 = { initdb: `${FOLDER}/initdb`, postgres: `${FOLDER}/postgres` };
