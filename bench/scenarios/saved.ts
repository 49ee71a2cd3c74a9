import { performance } from 'node:perf_hooks';
import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import { createPairs, JWT_SECRET, type Member } from '../lib/chat-pairs.ts';
import { openRecordedServer, type RecordedServer } from '../lib/recorded-server.ts';
import { checkTarget } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, itemsOption } from '../lib/scenario.ts';
import { percentile } from '../lib/statistics.ts';

export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-saved'),
		items: itemsOption(10_000),
		rounds: { default: 500, help: 'requests, after some that warm up' },
	},
	async run({ 'data-dir': dataDir, items, rounds }, log) {
		const environment = { DATA_DIR: dataDir, JWT_SECRET };
		const server = await openRecordedServer({ environment, items, log });
		try {
			const [pair] = await createPairs(environment, 1);
			if (!pair) throw new Error('No user was inserted.');
			const durationsMs = await measureSavedIds(server, pair.members[0], rounds);
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
						...{ what: `ids of ${SAVED_LIMITS.itemsMax} saved items, over HTTP: p95` },
						...{ sign: '≤', limit: 3, unit: 'ms' },
						measurements: [percentile(durationsMs, 0.95)],
					}),
				],
			};
		} finally {
			await server.close();
		}
	},
});

/** Connections and prepared statements must not count. */
const WARM_UP_ROUNDS = 50;

/** Requests the ids of a user who has saved as many items as possible. @returns milliseconds of each request */
export async function measureSavedIds(
	server: RecordedServer,
	{ id, token }: Member,
	rounds: number,
): Promise<number[]> {
	const [client] = await server.openConnections(1);
	if (!client) throw new Error('The database has no free connection.');
	await client.query(
		`insert into saved_items (user_id, item_id, saved_price)
		select $1, id, price from items where seller_id <> $1 order by id limit $2`,
		[id, SAVED_LIMITS.itemsMax],
	);
	const durationsMs: number[] = [];
	for (let round = -Math.min(WARM_UP_ROUNDS, rounds); round < rounds; round++) {
		const startedAt = performance.now();
		const response = await fetch(`${server.address}/api/saved/ids`, {
			headers: { authorization: `Bearer ${token}` },
		});
		const { ids } = (await response.json()) as { ids: number[] };
		if (round >= 0) durationsMs.push(performance.now() - startedAt);
		if (ids.length === 0) throw new Error('The user has no saved items.');
	}
	return durationsMs;
}
