import { inject } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { adminFactory, type SignedInAdmin } from './administrators.ts';
import { onCleanup } from './on-cleanup.ts';

/**
 * Opens the database of the running app, for changes that no endpoint makes. `admin` creates a signed-in administrator;
 * `callAs` sends requests to the API with the token of an administrator or a user.
 */
export async function openAdminAccess() {
	const { url } = await openDatabase(
		{ databaseUrl: undefined, dataDir: inject('marketDataDir') },
		() => undefined,
	);
	const { db, close } = openPool(url, () => undefined);
	onCleanup(close);
	const admin = adminFactory(db);
	const callAs =
		({ token }: Pick<SignedInAdmin, 'token'>) =>
		async (method: string, path: string, body?: object) => {
			const response = await fetch(`${inject('marketAddress')}/api${path}`, {
				method,
				headers: {
					authorization: `Bearer ${token}`,
					...(body && { 'content-type': 'application/json' }),
				},
				...(body && { body: JSON.stringify(body) }),
			});
			if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
			return response.json();
		};
	return { db, url, admin, callAs };
}
