import pg from 'pg';
import { openDatabase } from '#ops/seed/open-database.ts';
import { peopleOf, SECRET } from './chat-measure.ts';
import { openRooms } from './chat-rate-talk.ts';
import { startProgram } from './chat-server.ts';
import type { IsStored, Talk } from './chat-tally.ts';
import { keepToCore } from './keep-to-core.ts';
import { databaseSeconds, processorSeconds } from './processor-time.ts';

/** The market, the relay and their one database share a core, and whoever talks has another. */
const SERVER_CORE = 0;
const GENERATOR_CORE = 1;
const STORED_BY = { market: 'messages', relay: 'bare_relay' } as const;

type Name = keyof typeof STORED_BY;

interface Options {
	/** Of the market; its database is filled with the people. */
	environment: Record<string, string> & { DATA_DIR: string };
	/** Two people each. */
	rooms: number;
	rounds: number;
	/** How long each talks in each way in each round. */
	seconds: number;
	/** In the second way. */
	perSecond: number;
	/** Whether servers and talkers have a core each. */
	isPinned: boolean;
	say: (line: string) => void;
}

/** A while of talking, and what it cost. */
export interface Figures extends Talk {
	/** Milliseconds that the processor has worked for each message: in the server's own process, and in the database's. */
	workMs: number;
	databaseMs: number;
}

/** Of each round. */
export interface RateFigures {
	atOnce: Figures[];
	steadily: Figures[];
}

/** The market and the bare relay, one after the other in each round, on one database. */
export async function measureChatRate(options: Options): Promise<Record<Name, RateFigures>> {
	const { environment, rooms, isPinned, say } = options;
	if (isPinned) {
		await keepToCore(GENERATOR_CORE);
	}
	const core = isPinned ? SERVER_CORE : undefined;
	const market = await startProgram(
		['--import', './bench/unhindered.ts', 'server/main.ts'],
		{ JWT_SECRET: SECRET, ...environment },
		core,
	);
	const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
	const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
	const relay = await startProgram(['bench/bare-relay.ts', database.url], {}, core);
	const pool = new pg.Pool({ connectionString: database.url, max: 1 });
	const figures = {
		market: { atOnce: [], steadily: [] },
		relay: { atOnce: [], steadily: [] },
	} as Record<Name, RateFigures>;
	try {
		const pairs = await peopleOf(environment, rooms);
		const measure = async (name: Name, { address, pid }: typeof market) => {
			const talking = await openRooms({
				...{ address, pairs },
				isStored: (...ids) => isStored(pool, STORED_BY[name], ids),
			});
			const costing = async (work: () => Promise<Talk>) => {
				const before = await workedSoFar(pid, pool);
				const talk = await work();
				const after = await workedSoFar(pid, pool);
				const each = talk.acknowledged.length / 1000;
				return {
					...talk,
					workMs: (after.server - before.server) / each,
					databaseMs: (after.database - before.database) / each,
				};
			};
			await talking.atOnce(options.seconds / 4);
			figures[name].atOnce.push(await costing(() => talking.atOnce(options.seconds)));
			figures[name].steadily.push(
				await costing(() => talking.steadily(options.perSecond, options.seconds)),
			);
			talking.close();
			const perSecond = figures[name].atOnce.at(-1)?.perSecond.toFixed(0);
			say(`${name}: ${perSecond} messages a second`);
		};
		for (let round = 0; round < options.rounds; round++) {
			await measure('market', market);
			await measure('relay', relay);
		}
		return figures;
	} finally {
		await pool.end();
		await relay.stop();
		await database.letGo();
		await market.stop();
	}
}

async function isStored(pool: pg.Pool, table: string, ids: Parameters<IsStored>): Promise<boolean> {
	const text = `select from ${table} where id = $1 and client_id = $2`;
	const { rowCount } = await pool.query(text, ids);
	return rowCount === 1;
}

/** Of the two servers only one is at work, so the database's work is for that one. */
async function workedSoFar(
	pid: number,
	pool: pg.Pool,
): Promise<{ server: number; database: number }> {
	return { server: await processorSeconds(pid), database: await databaseSeconds(pool) };
}
