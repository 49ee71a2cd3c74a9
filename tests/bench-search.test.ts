import { expect, test } from 'vitest';
import { createPairs, JWT_SECRET } from '../bench/lib/chat-pairs.ts';
import { measureParallelSearch } from '../bench/lib/parallel-search.ts';
import { openRecordedServer } from '../bench/lib/recorded-server.ts';
import { SEARCH_CASES } from '../bench/lib/search-cases.ts';
import { measureDeepPages } from '../bench/scenarios/deep-pagination.ts';
import { measureSavedIds } from '../bench/scenarios/saved-ids.ts';
import { measureSearch } from '../bench/scenarios/search.ts';
import { benchEnvironment } from './support/bench-environment.ts';
import { onCleanup } from './support/on-cleanup.ts';

const log = () => undefined;

const environment = { JWT_SECRET, ...(await benchEnvironment()) };
// Shared: no test changes its items.
const server = await openRecordedServer({ environment, items: 300, log });
onCleanup(server.close);

test('the benchmark of search measures every case over HTTP and as a plain SQL query', async () => {
	const measurements = await measureSearch(server, 1, log);

	expect(measurements.map(({ name }) => name)).toEqual(SEARCH_CASES.map(({ name }) => name));
	for (const { http, sql } of measurements) {
		expect([http.length, sql.length]).toEqual([1, 1]);
		for (const duration of [...http, ...sql]) expect(duration).toBeGreaterThan(0);
	}
});

test('the benchmark of search measures parallel clients', async () => {
	const options = { server, clients: 3, rounds: 1, seconds: 0.02, log };

	const { http, sql } = await measureParallelSearch(options);

	expect([http, sql]).toMatchObject([[{ failed: 0 }], [{ failed: 0 }]]);
	for (const { perSecond } of [...http, ...sql]) expect(perSecond).toBeGreaterThan(0);
});

test('the benchmark of saved items measures the requests for the ids of saved items', async () => {
	const [pair] = await createPairs(environment, 1);
	if (!pair) throw new Error('No user was inserted.');

	const durationsMs = await measureSavedIds(server, pair.members[0], 0.02);

	expect(durationsMs.length).toBeGreaterThan(0);
});

test('the benchmark of deep pages measures first and deep pages of every order', async () => {
	const measurements = await measureDeepPages({ server, pagesDeep: 10, rounds: 1, log });

	expect(measurements).toHaveLength(5);
	for (const { first, deep, unread } of measurements) {
		expect([first.length, deep.length, unread.length]).toEqual([1, 1, 1]);
	}
});
