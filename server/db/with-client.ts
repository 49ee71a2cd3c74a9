import pg from 'pg';

/** Runs `work` on a connection of its own, and closes the connection. */
export async function withClient<Result>(
	config: pg.ClientConfig,
	work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
	const client = new pg.Client(config);
	// Callers get the error of their statement too; without a listener the event would end the process.
	client.on('error', () => undefined);
	try {
		await client.connect();
		const result = await work(client);
		await client.end();
		return result;
	} catch (error) {
		// Not awaited: a server that hangs does not confirm the end.
		void client.end().catch(() => undefined);
		throw error;
	}
}
