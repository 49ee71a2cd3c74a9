import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import { createPairs, JWT_SECRET, type Member } from '../lib/chat-pairs.ts';
import { runClosedLoop } from '../lib/closed-loop.ts';
import { openRecordedServer, type RecordedServer } from '../lib/recorded-server.ts';
import { checkTarget } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, itemsOption } from '../lib/scenario.ts';
import { percentile } from '../lib/statistics.ts';

/** Response time of the ids of 500 saved items, which every page with hearts requests. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-saved'),
		items: itemsOption(1000),
		seconds: { default: 5, help: 'seconds of requests, one after the other' },
	},
	async run({ 'data-dir': dataDir, items, seconds }, log) {
		const environment = { DATA_DIR: dataDir, JWT_SECRET };
		const server = await openRecordedServer({ environment, items, log });
		try {
			const [pair] = await createPairs(environment, 1);
			if (!pair) throw new Error('No user was inserted.');
			const durationsMs = await measureSavedIds(server, pair.members[0], seconds);
			const percentiles = [0.5, 0.95, 0.99].map((share) => percentile(durationsMs, share));
			return {
				tables: [
					{
						title: `The ids of ${SAVED_LIMITS.itemsMax} saved items`,
						columns: ['p50 ms', 'p95 ms', 'p99 ms'],
						rows: [percentiles.map((durationMs) => durationMs.toFixed(2))],
					},
				],
				results: [
					checkTarget({
						what: `ids of ${SAVED_LIMITS.itemsMax} saved items, over HTTP: p95`,
						sign: '≤',
						limit: 3,
						unit: 'ms',
						measurements: [percentile(durationsMs, 0.95)],
					}),
				],
			};
		} finally {
			await server.close();
		}
	},
});

/**
 * Requests the ids of a user who has saved as many items as possible, one request after the other.
 * @returns milliseconds of each request
 */
export async function measureSavedIds(
	server: RecordedServer,
	{ id, token }: Member,
	seconds: number,
): Promise<number[]> {
	const [client] = await server.openConnections(1);
	if (!client) throw new Error('No connection was opened.');
	await client.query(
		`insert into saved_items (user_id, item_id, saved_price)
		select $1, id, price from items where seller_id <> $1 order by id limit $2`,
		[id, SAVED_LIMITS.itemsMax],
	);
	const load = {
		address: server.address,
		connections: 1,
		status: 200,
		nextPath: () => '/api/saved/ids',
		headers: { Authorization: `Bearer ${token}` },
	};
	// Warms up; not counted.
	await runClosedLoop({ ...load, seconds: seconds / 5 });
	const { latencies, failed } = await runClosedLoop({ ...load, seconds });
	if (failed > 0) throw new Error(`${failed} requests failed.`);
	return [...latencies];
}
