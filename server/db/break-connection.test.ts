import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { breakConnection } from './break-connection.ts';

test('breaking a database connection destroys its socket at once, and the next statement fails', async () => {
	const client = new pg.Client(await cloneDatabase());
	client.on('error', () => undefined);
	await client.connect();
	const ended = new Promise<void>((resolve) => void client.on('end', resolve));

	breakConnection(client);

	expect(client.connection.stream.destroyed).toBe(true);
	await ended;
	await expect(client.query('select 1')).rejects.toThrow(/not queryable/);
});
