import pg from 'pg';

/** One statement on a connection of its own. */
export async function query<T extends pg.QueryResultRow = pg.QueryResultRow>(
	url: string,
	text: string,
	values: unknown[] = [],
): Promise<T[]> {
	const client = new pg.Client({ connectionString: url });
	// Some have their database killed; whoever waits for the statement is told besides.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return (await client.query<T>(text, values)).rows;
	} finally {
		await client.end();
	}
}
