import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/client.ts';
import { updateSettings } from '#server/features/admin/settings/commands.ts';
import { findSettings, type Settings } from '#server/features/maintenance/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { changeAskedFor } from './maintenance-arguments.ts';
import { reasonOf } from './reason.ts';
import { openDatabase } from './seed/open-database.ts';
import { say, stop } from './terminal.ts';

/** Who switches at the terminal, as the log has it. */
const OPERATOR = { adminId: null, ipAddress: 'this computer' };

/** Administrators are told within the transaction; nothing is left to do in the background. */
const addTask: AddTask = async () => undefined;

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
		sayState(
			change ? await updateSettings({ db, addTask }, OPERATOR, change) : await findSettings(db),
		);
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

await main().catch((error: unknown) => stop(reasonOf(error)));
