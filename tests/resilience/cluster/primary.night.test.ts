import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Item } from '#contract/items/schemas.ts';
import { MACHINES } from '#deploy/cluster-kit/layout.ts';
import { openPool } from '#server/db/client.ts';
import { openBusyApp } from '#tests/support/busy-app.ts';
import { createActions } from '#tests/support/busy-app-actions.ts';
import {
	CLUSTER_PROGRAMS,
	CLUSTER_ROUNDS,
	type ClusterApp,
	openClusterApp,
} from '#tests/support/cluster.ts';
import { type Poster, startPosting, startReading } from '#tests/support/cluster-clients.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { expectDurableWrites, expectPhotos, type Round } from '#tests/support/durable-writes.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { query } from '#tests/support/query.ts';
import { type ChatParticipant, openParticipant } from '#tests/support/reconnecting-chats.ts';
import { SECRET } from '#tests/support/secret.ts';
import { insertPairs } from '../../../bench/lib/chat-pairs.ts';
import { printResults, printTable } from '../../../bench/lib/report.ts';
import { checkTarget } from '../../../bench/lib/result-row.ts';

/** A test that only `npm run test:cluster` runs. */
const testKills = test.runIf(CLUSTER_ROUNDS > 0);

const WAIT = { timeout: 60_000, interval: 20 };
/** The longest time without a successful write after the primary was killed. */
const MAX_WITHOUT_WRITES_MS = 30_000;
const START_WITHIN_MS = 240_000;
const ROUND_WITHIN_MS = 240_000;
const RESEND = { timeout: 60_000, interval: 200 };
/**
 * Lists that are read all the time. Some are served from the response cache. Where `{turn}` is replaced by a new
 * number each time, the database is queried.
 */
const PATHS = [
	'/api/items?limit=20',
	'/api/items?limit=20&minPrice={turn}',
	'/api/item/get-all-items?limit=30',
	'/api/item/get-item-by-category/Books?q=drafter{turn}',
];

describeWithPrograms(CLUSTER_PROGRAMS, 'two instances on a database cluster', () => {
	let clusterApp: ClusterApp;

	beforeAll(async () => {
		clusterApp = await openClusterApp();
	}, START_WITHIN_MS);
	// A test that failed may have left a machine dead.
	beforeEach(async () => {
		for (const machine of MACHINES) await clusterApp.cluster.start(machine);
		await clusterApp.cluster.waitUntilHealthy();
	}, START_WITHIN_MS);
	afterAll(() => clusterApp?.close(), START_WITHIN_MS);

	test('a new item is written to the primary through the pooler, without owner rights, and is listed on both instances', async () => {
		const { cluster, url, dataDir, addresses } = clusterApp;
		const { DATABASE_URL, DATABASE_REPLICA_URL } = cluster.appEnvironment;
		const busy = await openBusyApp({ address: addresses[0] ?? '', url, dataDir });
		const key = randomUUID();

		const posted = await busy.post(key);
		const listed = await Promise.all(addresses.map((address) => titlesOn(address)));

		expect(posted).toEqual({ createdId: expect.any(Number) });
		expect(listed).toEqual(addresses.map(() => expect.arrayContaining([key])));
		const roleQuery = 'select current_user as name, pg_is_in_recovery() as "isReplica"';
		expect(await query(DATABASE_URL, roleQuery)).toEqual([{ name: 'market', isReplica: false }]);
		expect(await query(DATABASE_REPLICA_URL, roleQuery)).toEqual([
			{ name: 'market', isReplica: true },
		]);
		const forbidden = query(DATABASE_URL, 'alter table audit_log disable trigger all');
		await expect(forbidden).rejects.toThrow('must be owner of table audit_log');
	});

	testKills(
		'when the primary is killed, no acknowledged write is lost, writes resume within 30 s, and reads are served all the time',
		{
			timeout: ROUND_WITHIN_MS * CLUSTER_ROUNDS,
		},
		async () => {
			const { cluster, url, dataDir, addresses } = clusterApp;
			const location = { address: addresses[0] ?? '', url, dataDir };
			const busy = await openBusyApp(location);
			const posters = addresses.map((address) =>
				startPosting(createActions(address, busy.people).post),
			);
			const readers = addresses.map((address) => startReading(address, PATHS));
			onCleanup(() => Promise.all([...posters, ...readers].map(({ stop }) => stop())));
			const rounds: (string | number)[][] = [];
			const unserved: string[] = [];

			for (let round = 0; round < CLUSTER_ROUNDS; round++) {
				const work = await busy.startRound();
				await vi.waitUntil(() => hasProgressed(work, 1 + (round % 5)), WAIT);
				const killed = await cluster.primary();
				if (!killed) throw new Error('There is no primary.');
				for (const client of [...posters, ...readers]) client.takeStatistics();

				await cluster.kill(killed);
				await Promise.all(posters.map((poster) => poster.waitForNextPost()));
				const figures = posters.map((poster) => poster.takeStatistics());
				await work.ended();
				const startedAt = performance.now();
				await cluster.start(killed);
				await cluster.waitUntilHealthy();
				const healthyAfterMs = performance.now() - startedAt;
				const lists = readers.map((reader) => reader.takeStatistics());

				await expectDurableWrites(location, busy, work);
				const longestWaitMs = Math.max(...figures.map((figure) => figure.longestWaitMs));
				expect(longestWaitMs).toBeLessThan(MAX_WITHOUT_WRITES_MS);
				rounds.push([
					`${round + 1}: ${killed}`,
					(longestWaitMs / 1000).toFixed(1),
					figures.reduce((sum, { rejections }) => sum + rejections, 0),
					(healthyAfterMs / 1000).toFixed(1),
					lists.reduce((sum, { served }) => sum + served, 0),
					lists.reduce((sum, { failures }) => sum + failures.length, 0),
				]);
				unserved.push(...lists.flatMap(({ failures }) => failures));
			}

			await Promise.all([...posters, ...readers].map(({ stop: end }) => end()));
			for (const poster of posters) await expectPosted(url, poster);
			await expectPhotos(location, busy);
			reportRounds(rounds);
			expect(unserved).toEqual([]);
		},
	);

	testKills(
		'when the Redis primary is killed, chats within an instance continue, and chats between instances resume soon',
		{
			timeout: ROUND_WITHIN_MS,
		},
		async () => {
			const { cluster, url, addresses } = clusterApp;
			const [here = '', there = ''] = addresses;
			const connection = openPool(url, () => undefined);
			onCleanup(connection.close);
			const [pair] = await insertPairs(connection.db, 1, SECRET);
			if (!pair) throw new Error('There is no pair.');
			const { room, members } = pair;
			const pages = [
				openParticipant({ address: here, transport: 'websocket', cookie: '' }, members[0], room),
				openParticipant({ address: here, transport: 'websocket', cookie: '' }, members[1], room),
				openParticipant({ address: there, transport: 'websocket', cookie: '' }, members[1], room),
			] as const;
			for (const { socket } of pages) onCleanup(() => socket.close());
			const [buyer, seller, sellerThere] = pages;
			await vi.waitUntil(() => pages.every(({ isJoined }) => isJoined()), WAIT);
			buyer.sendMessage('before');
			await Promise.all([waitForMessage(seller, /before/), waitForMessage(sellerThere, /before/)]);

			const killed = await cluster.redisPrimary();
			await cluster.kill(killed, ['redis']);
			buyer.sendMessage('meanwhile');
			await waitForMessage(seller, /meanwhile/);
			await vi.waitUntil(() => {
				buyer.sendMessage('again');
				return hasReceived(sellerThere, /again/);
			}, RESEND);
			await cluster.start(killed);
			await cluster.waitUntilHealthy();
			buyer.sendMessage('after');
			await Promise.all([waitForMessage(seller, /after/), waitForMessage(sellerThere, /after/)]);

			await vi.waitUntil(() => buyer.unacknowledged.size === 0, WAIT);
			const stored = await query<{ id: number }>(
				url,
				'select id::int from messages where item_id = $1 order by id',
				[room.itemId],
			);
			const shownIds = [...seller.shownMessages.keys()].sort((one, other) => one - other);
			expect(shownIds).toEqual(stored.map(({ id }) => id));
		},
	);
});

async function titlesOn(address: string): Promise<string[]> {
	const response = await fetch(`${address}/api/items?limit=20`);
	return ((await response.json()) as { items: Item[] }).items.map(({ title }) => title);
}

/** Whether every writer has written this often. A writer that a busy machine refused before the kill does not count. */
function hasProgressed({ loops, hasAcknowledged }: Round, times: number): boolean {
	const isFarEnough = ({ log }: Round['loops']['posts']) =>
		log.hasEnded || log.acknowledged.size >= times;
	return hasAcknowledged(1) && Object.values(loops).every(isFarEnough);
}

/** Expects each acknowledged item to be stored once, under the id that its response named. */
async function expectPosted(url: string, { acknowledged }: Poster): Promise<void> {
	const stored = await query<{ id: number; title: string }>(
		url,
		'select id, title from items where title = any ($1)',
		[[...acknowledged.keys()]],
	);
	expect(new Map(stored.map(({ id, title }) => [title, id]))).toEqual(acknowledged);
	expect(stored).toHaveLength(acknowledged.size);
}

const hasReceived = ({ shownMessages }: ChatParticipant, pattern: RegExp) =>
	[...shownMessages.values()].some((message) => pattern.test(message));

const waitForMessage = (page: ChatParticipant, pattern: RegExp) =>
	vi.waitUntil(() => hasReceived(page, pattern), WAIT);

/**
 * Prints the table of the rounds and the row for bench/RESULTS.md; nothing for a single round, which says too
 * little.
 */
function reportRounds(rounds: (string | number)[][]): void {
	if (CLUSTER_ROUNDS === 1) return;
	const seconds = rounds.map(([, withoutWrites]) => Number(withoutWrites));
	printTable({
		title: 'The primary of three database machines killed under load, two instances',
		columns: [
			'round: machine killed',
			's without writes',
			'posts refused meanwhile',
			's until it follows as a standby',
			'lists read',
			'lists not served',
		],
		rows: rounds,
	});
	printResults(
		[
			checkTarget({
				what: `primary of three database machines killed, ${CLUSTER_ROUNDS} times: longest time without writes`,
				sign: '<',
				limit: 30,
				unit: 's',
				measurements: [Math.max(...seconds)],
				digits: 1,
			}),
		],
		'npm run test:cluster',
	);
}
