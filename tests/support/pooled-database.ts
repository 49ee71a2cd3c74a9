import { randomUUID } from 'node:crypto';
import { cloneDatabase } from './clone.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { query } from './query.ts';

/**
 * A database behind PgBouncer, with an account that owns nothing; deleted when the file ends.
 * @param make creates the database
 */
export async function openPooledDatabase(make: () => Promise<string> = cloneDatabase) {
	const url = await make();
	const own = { name: `login_${randomUUID().slice(0, 8)}`, password: 'canary of the pooler' };
	await query(url, `create role ${own.name} login`);
	const owner = { name: 'postgres', password: 'canary of the owner' };
	const address = await startPgbouncer(url, [own, owner]);
	return {
		url,
		login: own.name,
		pooledUrl: address(own),
		pooledAsOwner: address(owner),
		withWrongPassword: address({ ...own, password: 'canary of nobody' }),
	};
}
