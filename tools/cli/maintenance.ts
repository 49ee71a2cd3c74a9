import { readConfig } from '#server/config/config.ts';
import { openPool } from '#server/db/client.ts';
import { updateSettings } from '#server/features/maintenance/commands.ts';
import {
	findMaintenanceSettings,
	type MaintenanceSettings,
} from '#server/features/maintenance/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';
import { parseMaintenanceArguments } from './maintenance-arguments.ts';

/** The actor in the audit log for a change at the terminal. */
const OPERATOR = { adminId: null, ipAddress: 'this computer' };

/** Administrators are notified within the transaction; no background task is needed. */
const addTask: AddTask = async () => undefined;

/**
 * Starts or ends maintenance while the app runs; without `on` or `off` it only prints the state. An empty message or
 * downtime restores the default text.
 */
async function main(): Promise<void> {
	const change = parseMaintenanceArguments(process.argv.slice(2));
	const database = await openDatabase(readConfig(), printLine);
	const connection = openPool(database.url, () => undefined);
	try {
		const { db } = connection;
		printState(
			change
				? await updateSettings({ db, addTask }, OPERATOR, change)
				: await findMaintenanceSettings(db),
		);
	} finally {
		await connection.close();
		await database.close();
	}
}

function printState({
	maintenanceMode,
	maintenanceMessage,
	estimatedDowntime,
}: MaintenanceSettings): void {
	if (!maintenanceMode) {
		printLine('The market is open.');
		return;
	}
	printLine('The market is closed for maintenance.');
	printLine(`Message: ${maintenanceMessage}`);
	printLine(`Estimated downtime: ${estimatedDowntime}`);
}

await main().catch((error: unknown) => exitWithError(reasonOf(error)));
