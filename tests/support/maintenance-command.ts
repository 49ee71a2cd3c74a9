import { vi } from 'vitest';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { openPool } from '#server/db/client.ts';
import { updateSettings } from '#server/features/maintenance/commands.ts';
import { presentStatus } from '#server/features/maintenance/present.ts';
import { readSettingsChange } from '#tools/cli/commands/maintenance.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { onCleanup } from './on-cleanup.ts';

interface RunningApp {
	address: string;
	dataDir: string;
}

/**
 * Starts and ends maintenance as `npm run maintenance` does, but in this process.
 * @returns a function that takes the command's arguments, and resolves when the app answers with the new settings
 */
export async function openMaintenanceCommand({ address, dataDir }: RunningApp) {
	const { url } = await openDatabase({ databaseUrl: undefined, dataDir }, () => undefined);
	const { db, close } = openPool(url, () => undefined);
	onCleanup(close);
	const operator = { adminId: null, ipAddress: 'this computer' };
	const fetchStatus = async () => (await fetch(`${address}/api${getMaintenance.path}`)).text();

	return async (...args: string[]): Promise<void> => {
		const change = readSettingsChange(args);
		if (!change) throw new Error('Nothing is to be changed.');
		const settings = await updateSettings({ db, addTask: async () => undefined }, operator, change);
		const expected = JSON.stringify(presentStatus(settings));
		await vi.waitUntil(async () => (await fetchStatus()) === expected, { timeout: 20_000 });
	};
}
