import { randomUUID } from 'node:crypto';
import { cloneDatabase } from './clone-database.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { query } from './query.ts';

/**
 * A database behind PgBouncer, with an account that owns nothing; deleted after the test or the file.
 * @param createDatabase creates the database
 */
export async function openPooledDatabase(createDatabase: () => Promise<string> = cloneDatabase) {
	const url = await createDatabase();
	const appAccount = {
		name: `login_${randomUUID().slice(0, 8)}`,
		password: 'canary of the pooler',
	};
	await query(url, `create role ${appAccount.name} login`);
	const owner = { name: 'postgres', password: 'canary of the owner' };
	const address = await startPgbouncer(url, [appAccount, owner]);
	return {
		url,
		login: appAccount.name,
		pooledUrl: address(appAccount),
		pooledAsOwner: address(owner),
		withWrongPassword: address({ ...appAccount, password: 'canary of nobody' }),
	};
}
