import pg from 'pg';

type Run = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;

/** Runs statements one after the other on a new connection. */
export async function withConnection<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url });
	// Some tests kill the database. The query itself rejects then; without a listener this event would end the process.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return await work(
			async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
				(await client.query<Row>(text, values)).rows,
		);
	} finally {
		await client.end();
	}
}

/** Runs one statement on a new connection. */
export function query<T extends pg.QueryResultRow = pg.QueryResultRow>(
	url: string,
	text: string,
	values: unknown[] = [],
): Promise<T[]> {
	return withConnection(url, (run) => run<T>(text, values));
}
