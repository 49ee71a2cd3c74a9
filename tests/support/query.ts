import pg from 'pg';

/** Runs one statement on a new connection. */
export async function query<T extends pg.QueryResultRow = pg.QueryResultRow>(
	url: string,
	text: string,
	values: unknown[] = [],
): Promise<T[]> {
	const client = new pg.Client({ connectionString: url });
	// Some tests kill the database. The query itself rejects then; without a listener this event would end the process.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return (await client.query<T>(text, values)).rows;
	} finally {
		await client.end();
	}
}
