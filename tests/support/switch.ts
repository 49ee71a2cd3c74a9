import { changeAskedFor } from '#ops/maintenance-arguments.ts';
import { openDatabase } from '#ops/seed/open-database.ts';
import { connect } from '#server/db/client.ts';
import { updateSettings } from '#server/features/admin/settings/commands.ts';
import { whenDone } from './when-done.ts';

/** Closes and opens the market with this data folder as `npm run maintenance -- on` does, without a process for it. */
export async function openSwitch(dataDir: string) {
	const { url } = await openDatabase({ databaseUrl: undefined, dataDir }, () => undefined);
	const { db, close } = connect(url, () => undefined);
	whenDone(close);
	return async (...words: string[]): Promise<void> => {
		const change = changeAskedFor(words);
		if (!change) throw new Error('Nothing is to be changed.');
		const operator = { adminId: null, ipAddress: 'this computer' };
		await updateSettings({ db, addTask: async () => undefined }, operator, change);
	};
}
