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
import { checkTarget, withoutTarget } from '../lib/result-row.ts';
import { defineScenario, type Environment, type Log } from '../lib/scenario.ts';
import { percentile } from '../lib/statistics.ts';
import { type ChatMeasurements, measureChat } from './chat.ts';

/** Sockets that chat while items are posted; each sends once in five seconds. */
const SOCKETS = 400;
const CHAT_SECONDS = 60;

export const scenario = defineScenario({
	options: {
		searches: { default: 100_000, max: 1_000_000, help: 'saved searches, ten a person' },
		items: { default: 20_000, max: 1_000_000, help: 'items in the database' },
		rounds: { default: 100, help: 'items that are compared one by one' },
		posts: { default: 1000, help: 'items posted within a minute of chat' },
	},
	async run({ searches, items, rounds, posts }, log) {
		return withTempFolder(async (folder) => {
			const environment = { DATA_DIR: folder };
			const chatWithPosts = async () => {
				let posted = { matches: 0, seconds: 0 };
				const chat = await measureChat({
					...{ environment, sockets: SOCKETS, seconds: CHAT_SECONDS, log },
					during: async () => {
						posted = await postItems(environment, posts, CHAT_SECONDS * 1000);
					},
				});
				return { chat, posted };
			};
			await fillItems(environment, items, log);
			const without = await chatWithPosts();
			const single = await measureMatching({ environment, searches, rounds, log });
			log(`Compared one by one: ${single.cpuMs.toFixed(1)} ms of a core each`);
			const withSearches = await chatWithPosts();
			return {
				tables: [
					{
						title: `One new item against ${single.searches} saved searches`,
						columns: ['p50 ms', 'p95 ms', 'processor ms', 'matches'],
						rows: [
							[
								percentile(single.durationsMs, 0.5).toFixed(1),
								percentile(single.durationsMs, 0.95).toFixed(1),
								single.cpuMs.toFixed(1),
								(single.matches / rounds).toFixed(0),
							],
						],
					},
					{
						title: `Chat of ${SOCKETS} people while ${posts} items are posted in a minute`,
						columns: ['', 'sent', 'lost', 'p50 ms', 'p99 ms'],
						rows: [
							chatRow('no saved searches', without.chat),
							chatRow(`${single.searches} saved searches`, withSearches.chat),
						],
					},
				],
				results: resultsOf(single.cpuMs, without.chat, withSearches),
			};
		});
	},
});

function chatRow(name: string, { sent, lost, latencies }: ChatMeasurements) {
	const [p50, p99] = [0.5, 0.99].map((share) => percentile(latencies, share).toFixed(1));
	return [name, sent, lost, p50 ?? '', p99 ?? ''];
}

function resultsOf(
	cpuMs: number,
	without: ChatMeasurements,
	{ chat, posted }: { chat: ChatMeasurements; posted: PostedItems },
) {
	const [p99Without, p99With] = [without, chat].map(({ latencies }) => percentile(latencies, 0.99));
	return [
		checkTarget({
			what: 'one new item against 100,000 saved searches: processor time',
			...{ sign: '≤', limit: 300, unit: 'ms', digits: 1 },
			measurements: [cpuMs],
		}),
		checkTarget({
			what: 'chat while 1,000 items are posted in a minute, with 100,000 saved searches: p99',
			...{ sign: '≤', limit: 1.1, unit: '×', comparedWith: 'without saved searches' },
			measurements: [(p99With ?? 0) / (p99Without ?? 0)],
		}),
		withoutTarget(
			'the same p99 in milliseconds; matches',
			`${p99Without?.toFixed(1)} ms without, ${p99With?.toFixed(1)} ms with; ${posted.matches}`,
		),
		withoutTarget(
			'1,000 items posted in a minute: until the last is compared with 100,000 saved searches',
			`${posted.seconds.toFixed(0)} s`,
		),
	];
}

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

/** Saves searches while no server runs, and compares new items one by one. */
async function measureMatching({ environment, searches, rounds, log }: Options) {
	const measured = { durationsMs: [] as number[], cpuMs: 0, matches: 0, searches: 0 };
	await prepareDatabase(environment, log, async ({ db, pool }) => {
		const startedAt = performance.now();
		await insertSearches(db, searches);
		measured.searches = await countRows(db, 'saved_searches');
		log(`Saved and compiled ${measured.searches} searches in ${seconds(startedAt)} s`);
		const sellerId = await findSeller(db);
		const ids: number[] = [];
		for (let round = 0; round < rounds; round += 1) ids.push(await copyItem(db, sellerId));
		const before = await databaseCpuSeconds(pool);
		for (const id of ids) {
			const from = performance.now();
			await matchPosted({ db, timeZone: 'Asia/Kolkata' }, [id]);
			measured.durationsMs.push(performance.now() - from);
		}
		measured.cpuMs = ((await databaseCpuSeconds(pool)) - before) * (1000 / rounds);
		measured.matches = await countRows(db, 'saved_search_matches');
	});
	return measured;
}

const seconds = (fromMs: number) => ((performance.now() - fromMs) / 1000).toFixed(0);

/** The matches that posted items made, and the time from the first post until all were compared. */
interface PostedItems {
	matches: number;
	seconds: number;
}

/** Inserts items with their tasks at an even pace within the time, and waits until all are compared. */
async function postItems(
	{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Environment,
	count: number,
	durationMs: number,
): Promise<PostedItems> {
	const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
	const { db, close } = openPool(database.url, () => undefined);
	const queue = await openJobQueue(database.url, pino({ level: 'silent' }));
	try {
		const before = await countRows(db, 'saved_search_matches');
		const sellerId = await findSeller(db);
		const startedAt = performance.now();
		for (let posted = 0; posted < count; posted += 1) {
			await db.transaction(async (tx) => {
				const itemId = await copyItem(tx, sellerId);
				await queue.addTask(tx, itemPostedTask, { itemId });
			});
			await setTimeout(durationMs / count / 2);
		}
		await waitUntilMatched(db);
		return {
			matches: (await countRows(db, 'saved_search_matches')) - before,
			seconds: (performance.now() - startedAt) / 1000,
		};
	} finally {
		await queue.stop();
		await close();
		await database.close();
	}
}

async function waitUntilMatched(db: Db): Promise<void> {
	const countUnfinished = async () => {
		const { rows } = await db.execute<{ count: number }>(sql`
			select count(*)::int as count from pgboss.job
			where name = ${itemPostedTask.name} and state < 'completed'`);
		return rows[0]?.count ?? 0;
	};
	while ((await countUnfinished()) > 0) await setTimeout(200);
}

async function findSeller(db: Db): Promise<number> {
	const { rows } = await db.execute<{ id: number }>(sql`select seller_id as id from items limit 1`);
	if (!rows[0]) throw new Error('There are no items.');
	return rows[0].id;
}

/** A new item like a random one. */
async function copyItem(db: Db, sellerId: number): Promise<number> {
	const { rows } = await db.execute<{ title: string; description: string; category: string }>(sql`
		select title, description, category from items
		where id >= (select floor(min(id) + random() * (max(id) - min(id))) from items) order by id limit 1`);
	const [like] = rows;
	if (!like) throw new Error('There are no items.');
	return insertItem(db, sellerId, { ...like, price: 150 });
}
