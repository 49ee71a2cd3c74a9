/** The variables that locate the database; the embedded one is in DATA_DIR. */
export type DatabaseVariable =
	| 'DATABASE_URL'
	| 'DATABASE_DIRECT_URL'
	| 'DATABASE_REPLICA_URL'
	| 'DATA_DIR';

/** The app can't start on this database. The one-line message names the variable, the problem and the fix. */
export class PreflightError extends Error {
	constructor(variable: DatabaseVariable, problem: string, fix: string, cause?: unknown) {
		super(`${variable}: ${problem}. ${fix}.`, { cause });
		this.name = 'PreflightError';
	}
}
