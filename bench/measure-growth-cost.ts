import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#ops/seed/open-database.ts';
import { peopleOf, SECRET } from './chat-measure.ts';
import { startProgram } from './chat-server.ts';
import { DEED_NAMES, type Deed, type DeedName, openDeeds } from './growth-deeds.ts';
import { fillMarket } from './market-load.ts';
import { drawPhotos } from './posting-photos.ts';
import { databaseSeconds, processorSeconds } from './processor-time.ts';

const ROOMS = 10;
/** Items that are looked at. */
const LOOKED_AT = 2000;
/** Small, so that what is measured is the market and not the drawing of pictures. */
const PHOTO = { width: 640, height: 512 };

type Environment = Record<string, string> & { DATA_DIR: string };

interface Options {
	/** One market for each, filled up to its number of items. */
	markets: readonly { items: number; environment: Environment }[];
	rounds: number;
	/** For which everything is done in each round. */
	seconds: number;
	say: (line: string) => void;
}

export interface Cost {
	/** Milliseconds that each time took, round by round. */
	taken: (readonly number[])[];
	/** Milliseconds that the processor worked for each in the market's process and its database, round by round. */
	workMs: number[];
}

/** Of one market. */
export interface GrowthFigures {
	items: number;
	costs: Record<DeedName, Cost>;
}

interface OpenMarket extends GrowthFigures {
	deeds: Record<DeedName, Deed>;
	/** Seconds that the processor has worked for it so far. */
	worked: () => Promise<number>;
}

/** Does the same on markets of different sizes, all of them open, one after the other in each round. */
export async function measureGrowthCost(options: Options): Promise<GrowthFigures[]> {
	const { rounds, seconds, say } = options;
	for (const market of options.markets) await fillMarket({ ...market, say });
	const folder = await mkdtemp(join(tmpdir(), 'market-growth-'));
	const markets: OpenMarket[] = [];
	const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
	try {
		const [path = ''] = await drawPhotos(folder, 1, PHOTO);
		const photo = new Blob([new Uint8Array(await readFile(path))]);
		for (const { items, environment } of options.markets) {
			markets.push(await open(items, environment, photo, closers));
		}
		for (let round = 0; round < rounds; round++) {
			const inTurns = round % 2 === 0 ? markets : markets.toReversed();
			for (const name of DEED_NAMES) {
				for (const market of inTurns) await doOne(market, name, seconds);
			}
			say(`Round ${round + 1} of ${rounds}`);
		}
		return markets.map(({ items, costs }) => ({ items, costs }));
	} finally {
		for (const close of closers.reverse()) await close();
	}
}

async function doOne(
	{ deeds, costs, worked }: OpenMarket,
	name: DeedName,
	seconds: number,
): Promise<void> {
	// The others have been at work meanwhile, and memory is warm for them.
	await deeds[name](seconds / 10);
	const before = await worked();
	const taken = await deeds[name](seconds);
	const workMs = (((await worked()) - before) * 1000) / taken.length;
	costs[name].taken.push(taken);
	costs[name].workMs.push(workMs);
}

/** @param closers of what is open, also where the rest fails */
async function open(
	items: number,
	environment: Environment,
	photo: Blob,
	closers: (() => unknown)[],
): Promise<OpenMarket> {
	const { address, pid, stop } = await startProgram(
		['--import', './bench/unhindered.ts', 'server/main.ts'],
		{ RATE_LIMIT: 'off', JWT_SECRET: SECRET, ...environment },
	);
	closers.push(stop);
	const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
	const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
	closers.push(database.letGo);
	const pool = new pg.Pool({ connectionString: database.url, max: 1 });
	closers.push(() => pool.end());
	const pairs = await peopleOf(environment, ROOMS);
	const { rows } = await pool.query<{ id: number; highest: number }>(
		`select items.id, (select max(id) from items) as highest from items
		join users on users.id = seller_id and users.banned_at is null
		where sold_at is null and items.banned_at is null and items.deleted_at is null
		order by random() limit ${LOOKED_AT}`,
	);
	const highest = rows[0]?.highest ?? 0;
	const ids = rows.map(({ id }) => id);
	const { deeds, close } = await openDeeds({ address, pairs, photo, ids, highest });
	closers.push(close);
	const costs = DEED_NAMES.map((name): [DeedName, Cost] => [name, { taken: [], workMs: [] }]);
	return {
		...{ items, deeds },
		costs: Object.fromEntries(costs) as Record<DeedName, Cost>,
		worked: async () => (await processorSeconds(pid)) + (await databaseSeconds(pool)),
	};
}
