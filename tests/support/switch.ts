import { vi } from 'vitest';
import { getMaintenance } from '#contract/maintenance/maintenance.ts';
import { openPool } from '#server/db/client.ts';
import { updateSettings } from '#server/features/maintenance/commands.ts';
import { presentStatus } from '#server/features/maintenance/present.ts';
import { parseMaintenanceArguments } from '#tools/cli/maintenance-arguments.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { whenDone } from './when-done.ts';

interface RunningMarket {
	address: string;
	dataDir: string;
}

/** Starts and ends maintenance as `npm run maintenance` does, without a process for it; resolves once the app knows. */
export async function openSwitch({ address, dataDir }: RunningMarket) {
	const { url } = await openDatabase({ databaseUrl: undefined, dataDir }, () => undefined);
	const { db, close } = openPool(url, () => undefined);
	whenDone(close);
	const operator = { adminId: null, ipAddress: 'this computer' };
	const toldBy = async () => (await fetch(`${address}/api${getMaintenance.path}`)).text();

	return async (...words: string[]): Promise<void> => {
		const change = parseMaintenanceArguments(words);
		if (!change) throw new Error('Nothing is to be changed.');
		const settings = await updateSettings({ db, addTask: async () => undefined }, operator, change);
		const expected = JSON.stringify(presentStatus(settings));
		await vi.waitUntil(async () => (await toldBy()) === expected, { timeout: 20_000 });
	};
}
