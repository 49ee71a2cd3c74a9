/** The variables that tell where the database is; the embedded one is in the data folder. */
export type DatabaseVariable =
	| 'DATABASE_URL'
	| 'DATABASE_DIRECT_URL'
	| 'DATABASE_REPLICA_URL'
	| 'DATA_DIR';

/** The market can't start on the database as it is: one line that names the variable, what is the matter, and what to do. */
export class PreflightError extends Error {
	constructor(variable: DatabaseVariable, problem: string, fix: string, cause?: unknown) {
		super(`${variable}: ${problem}. ${fix}.`, { cause });
		this.name = 'DatabaseFault';
	}
}
