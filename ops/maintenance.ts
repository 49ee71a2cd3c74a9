import { DrizzleQueryError } from 'drizzle-orm';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/client.ts';
import {
	changeSettings,
	findSettings,
	type Settings,
} from '#server/features/maintenance/queries.ts';
import { changeAskedFor } from './maintenance-arguments.ts';
import { openDatabase } from './seed/open-database.ts';
import { say, stop } from './terminal.ts';

/** PostgreSQL's code for a table that is not there. */
const NO_SUCH_TABLE = '42P01';

/**
 * Closes the market or opens it, while it runs; without `on` or `off` it only says how things stand. An empty message or
 * downtime brings back the standard words.
 */
async function main(): Promise<void> {
	const change = changeAskedFor(process.argv.slice(2));
	const database = await openDatabase(readConfig(), say);
	const connection = connect(database.url, () => undefined);
	try {
		const { db } = connection;
		sayState(change ? await changeSettings(db, change) : await findSettings(db));
	} finally {
		await connection.close();
		await database.letGo();
	}
}

function sayState({ maintenanceMode, maintenanceMessage, estimatedDowntime }: Settings): void {
	if (!maintenanceMode) {
		say('The market is open.');
		return;
	}
	say('The market is closed for maintenance.');
	say(`Message: ${maintenanceMessage}`);
	say(`Estimated downtime: ${estimatedDowntime}`);
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (!(error instanceof DrizzleQueryError)) return error.message;
	const cause = error.cause as (Error & { code?: string }) | undefined;
	return cause?.code === NO_SUCH_TABLE
		? 'There is no market in this database yet: start it first, with npm start.'
		: (cause?.message ?? error.message);
}

await main().catch((error: unknown) => stop(reasonOf(error)));
