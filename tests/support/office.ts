import { inject } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { administrators, type OfficePerson } from './administrators.ts';
import { whenDone } from './when-done.ts';

/** Signed-in administrators of the running app, and rows that only its database can create. */
export async function openOffice() {
	const { url } = await openDatabase(
		{ databaseUrl: undefined, dataDir: inject('marketDataDir') },
		() => undefined,
	);
	const { db, close } = openPool(url, () => undefined);
	whenDone(close);
	const admin = administrators(db);
	const callAs =
		({ token }: Pick<OfficePerson, 'token'>) =>
		async (method: string, path: string, body?: object) => {
			const answer = await fetch(`${inject('marketAddress')}/api${path}`, {
				method,
				headers: {
					authorization: `Bearer ${token}`,
					...(body && { 'content-type': 'application/json' }),
				},
				...(body && { body: JSON.stringify(body) }),
			});
			if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
			return answer.json();
		};
	return { db, url, admin, callAs };
}
