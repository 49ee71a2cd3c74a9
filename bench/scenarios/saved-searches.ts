import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { type Db, openPool } from '#server/db/client.ts';
import { insertItem } from '#server/features/items/queries.ts';
import { itemPostedTask } from '#server/features/items/tasks.ts';
import { matchPosted } from '#server/features/searches/match-posted.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { fillWithItems } from '#tools/seed/fill.ts';
import { withTempFolder } from '../lib/cleanup.ts';
import { databaseCpuSeconds } from '../lib/cpu-time.ts';
import { countRows, prepareDatabase } from '../lib/fill-database.ts';
import { insertSearches } from '../lib/fill-searches.ts';
import { checkTarget, formatRange, withoutTarget } from '../lib/result-row.ts';
import { defineScenario, type Environment, type Log } from '../lib/scenario.ts';
import { percentile } from '../lib/statistics.ts';
import { type ChatMeasurements, measureChat } from './chat.ts';

/** Sockets that chat while items are posted; each sends once in five seconds. */
const SOCKETS = 400;
const CHAT_SECONDS = 60;

/** The cost of comparing new items with 100,000 saved searches, and its effect on a chat. */
export const scenario = defineScenario({
	options: {
		searches: { default: 100_000, max: 1_000_000, help: 'saved searches, ten a person' },
		items: { default: 20_000, max: 1_000_000, help: 'items in the database' },
		rounds: { default: 100, help: 'items that are compared one by one' },
		posts: { default: 1000, help: 'items posted within a minute of chat' },
		minutes: {
			default: 3,
			help: 'minutes of chat without saved searches, and as many with, in turn',
		},
	},
	async run({ searches, items, rounds, posts, minutes }, log) {
		return withTempFolder((baselineFolder) =>
			withTempFolder(async (searchesFolder) => {
				const baseline = { DATA_DIR: baselineFolder };
				const withSearches = { DATA_DIR: searchesFolder };
				for (const environment of [baseline, withSearches])
					await fillItems(environment, items, log);
				const matching = await measureMatching({
					environment: withSearches,
					searches,
					rounds,
					log,
				});
				log(`Compared one by one: ${matching.cpuMsPerItem.toFixed(1)} ms of a core each`);
				const chats = { baseline: [] as ChatMinute[], withSearches: [] as ChatMinute[] };
				for (let minute = 0; minute < minutes; minute += 1) {
					chats.baseline.push(await chatWhilePosting(baseline, posts, log));
					chats.withSearches.push(await chatWhilePosting(withSearches, posts, log));
				}
				return {
					tables: tablesOf({ matching, chats, posts }),
					results: resultsOf({ matching, chats, posts }),
				};
			}),
		);
	},
});

/** A minute of chat while items were posted, and how many of the items were compared meanwhile. */
interface ChatMinute {
	chat: ChatMeasurements;
	comparing: ComparingProgress;
}

async function chatWhilePosting(
	environment: Environment,
	posts: number,
	log: Log,
): Promise<ChatMinute> {
	let comparing = { matches: 0, compared: 0 };
	const chat = await measureChat({
		environment,
		sockets: SOCKETS,
		seconds: CHAT_SECONDS,
		log,
		during: async () => {
			comparing = await postItems(environment, posts, CHAT_SECONDS * 1000);
		},
	});
	return { chat, comparing };
}

interface Measurements {
	matching: MatchingMeasurements;
	chats: { baseline: readonly ChatMinute[]; withSearches: readonly ChatMinute[] };
	posts: number;
}

function tablesOf({ matching, chats, posts }: Measurements) {
	return [
		{
			title: `One new item against ${matching.searches} saved searches`,
			columns: ['p50 ms', 'p95 ms', 'processor ms of the database', 'matches an item'],
			rows: [
				[
					percentile(matching.durationsMs, 0.5).toFixed(1),
					percentile(matching.durationsMs, 0.95).toFixed(1),
					matching.cpuMsPerItem.toFixed(1),
					matching.matchesPerItem.toFixed(0),
				],
			],
		},
		{
			title: `Chat of ${SOCKETS} people while ${posts} items are posted in a minute`,
			columns: ['', 'sent', 'lost', 'p50 ms', 'p99 ms'],
			rows: [
				...chats.baseline.map(({ chat }) => chatRow('no saved searches', chat)),
				...chats.withSearches.map(({ chat }) =>
					chatRow(`${matching.searches} saved searches`, chat),
				),
			],
		},
	];
}

function chatRow(name: string, { sent, lost, latencies }: ChatMeasurements) {
	const [p50, p99] = [0.5, 0.99].map((share) => percentile(latencies, share).toFixed(1));
	return [name, sent, lost, p50 ?? '', p99 ?? ''];
}

function resultsOf({ matching, chats, posts }: Measurements) {
	const searches = formatCount(matching.searches);
	const p99Without = p99OfAll(chats.baseline);
	const p99With = p99OfAll(chats.withSearches);
	const matches = chats.withSearches.map(({ comparing }) => comparing.matches);
	const compared = chats.withSearches.map(({ comparing }) => comparing.compared);
	return [
		checkTarget({
			what: `one new item against ${searches} saved searches: processor time`,
			sign: '≤',
			limit: 300,
			unit: 'ms',
			digits: 1,
			measurements: [matching.cpuMsPerItem],
		}),
		checkTarget({
			what: `chat while ${formatCount(posts)} items are posted in a minute, with ${searches} saved searches: p99`,
			sign: '≤',
			limit: 1.1,
			unit: '×',
			comparedWith: 'without saved searches',
			measurements: [p99With / p99Without],
		}),
		withoutTarget(
			'the same p99 in milliseconds; matches a minute',
			`${p99Without.toFixed(1)} ms without, ${p99With.toFixed(1)} ms with; ${formatRange(matches, 0)}`,
		),
		withoutTarget(
			`${formatCount(posts)} items posted in a minute: compared with ${searches} saved searches within that minute`,
			formatRange(compared, 0),
		),
	];
}

/** The p99 over all minutes together: one minute has too few slow messages. */
const p99OfAll = (minutes: readonly ChatMinute[]) =>
	percentile(
		minutes.flatMap(({ chat }) => chat.latencies),
		0.99,
	);

const formatCount = (count: number) => count.toLocaleString('en-US');

interface Options {
	environment: Environment;
	searches: number;
	rounds: number;
	log: Log;
}

async function fillItems(environment: Environment, items: number, log: Log): Promise<void> {
	await prepareDatabase(environment, log, async ({ db, store }) => {
		await fillWithItems({ db, store }, items, log);
		await db.execute(sql`analyze items`);
	});
}

interface MatchingMeasurements {
	/** The duration of comparing each item. */
	durationsMs: number[];
	/** Milliseconds of the database's processor time. */
	cpuMsPerItem: number;
	matchesPerItem: number;
	/** The number of stored searches. It can be lower than requested: equal searches of a person are stored once. */
	searches: number;
}

/** Saves searches while no server runs, and compares new items one by one. */
async function measureMatching({
	environment,
	searches,
	rounds,
	log,
}: Options): Promise<MatchingMeasurements> {
	const measured = { durationsMs: [] as number[], cpuMsPerItem: 0, matchesPerItem: 0, searches: 0 };
	await prepareDatabase(environment, log, async ({ db, pool }) => {
		const startedAt = performance.now();
		await insertSearches(db, searches);
		measured.searches = await countRows(db, 'saved_searches');
		log(
			`Saved and compiled ${measured.searches} searches in ${secondsSince(startedAt).toFixed(0)} s`,
		);
		const sellerId = await findSeller(db);
		const ids: number[] = [];
		for (let round = 0; round < rounds; round += 1) ids.push(await copyItem(db, sellerId));
		const cpuSecondsBefore = await databaseCpuSeconds(pool);
		for (const id of ids) {
			const comparedFrom = performance.now();
			await matchPosted({ db, timeZone: 'Asia/Kolkata' }, [id]);
			measured.durationsMs.push(performance.now() - comparedFrom);
		}
		const cpuSeconds = (await databaseCpuSeconds(pool)) - cpuSecondsBefore;
		measured.cpuMsPerItem = (cpuSeconds * 1000) / rounds;
		measured.matchesPerItem = (await countRows(db, 'saved_search_matches')) / rounds;
		// Vacuums before the chats are measured: on a running site, autovacuum would have done it.
		await db.execute(sql`vacuum (analyze) saved_search_matches`);
		await db.execute(sql`vacuum (analyze) saved_searches`);
	});
	return measured;
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000;

/** How many of the posted items were compared while people chatted, and the matches they made. */
interface ComparingProgress {
	compared: number;
	matches: number;
}

/** Inserts items with their tasks, waits until the time is over, and counts those that were compared by then. */
async function postItems(
	{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Environment,
	count: number,
	durationMs: number,
): Promise<ComparingProgress> {
	const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
	const { db, close } = openPool(database.url, () => undefined);
	const queue = await openJobQueue(database.url, pino({ level: 'silent' }));
	try {
		const before = await countProgress(db);
		const sellerId = await findSeller(db);
		const startedAt = performance.now();
		for (let index = 0; index < count; index += 1) {
			await db.transaction(async (tx) => {
				const itemId = await copyItem(tx, sellerId);
				await queue.addTask(tx, itemPostedTask, { itemId });
			});
			// Waits for half of the interval, and leaves the other half for the insert.
			await setTimeout(durationMs / count / 2);
		}
		await setTimeout(durationMs - (performance.now() - startedAt));
		const after = await countProgress(db);
		return { compared: after.compared - before.compared, matches: after.matches - before.matches };
	} finally {
		await queue.stop();
		await close();
		await database.close();
	}
}

/** Totals since the database was created. */
async function countProgress(db: Db): Promise<ComparingProgress> {
	const { rows } = await db.execute<{ count: number }>(sql`
		select count(*)::int as count from pgboss.job
		where name = ${itemPostedTask.name} and state = 'completed'`);
	return { compared: rows[0]?.count ?? 0, matches: await countRows(db, 'saved_search_matches') };
}

/** Finds any seller, who becomes the owner of all new items. */
async function findSeller(db: Db): Promise<number> {
	const { rows } = await db.execute<{ id: number }>(sql`select seller_id as id from items limit 1`);
	if (!rows[0]) throw new Error('There are no items.');
	return rows[0].id;
}

/** Inserts a new item with the words of a random one, at a price within many searches' limits. */
async function copyItem(db: Db, sellerId: number): Promise<number> {
	const { rows } = await db.execute<{ title: string; description: string; category: string }>(sql`
		select title, description, category from items
		where id >= (select floor(min(id) + random() * (max(id) - min(id))) from items) order by id limit 1`);
	const [original] = rows;
	if (!original) throw new Error('There are no items.');
	return insertItem(db, sellerId, { ...original, price: 150 });
}
