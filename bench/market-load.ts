import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CATEGORIES } from '#contract/item-facts.ts';
import type { Item } from '#contract/items.ts';
import { fillWithItems } from '#ops/seed/fill.ts';
import { openDatabase } from '#ops/seed/open-database.ts';
import { connect } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { openAdminSession } from '#server/features/admin/administrators/sessions.ts';
import { diskPhotoStore } from '#server/storage/photo-store.ts';
import { insertAdministrator } from './measure-office.ts';
import { medianOf } from './percentile.ts';

const run = promisify(execFile);

/** What people ask for: so many each of a hundred. */
const SHARES = { list: 35, search: 15, item: 25, page: 10, photo: 15 };
const WORDS = [
	'calculator',
	'physics',
	'drafter',
	'lamp',
	'casio',
	'notes',
	'book',
	'cycle',
	'kit',
];
/** So many of the newest items are looked at: more than are kept ready. */
const LOOKED_AT = 3000;
const MOST_RUPEES = 5000;

interface Filling {
	/** Of the market; its database is filled up to `items`. */
	environment: Record<string, string> & { DATA_DIR: string };
	items: number;
	say: (line: string) => void;
}

/**
 * Fills a market that does not run.
 * @returns the token of an administrator
 */
export async function fillMarket({ environment, items, say }: Filling): Promise<string> {
	const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
	const database = await openDatabase({ dataDir, databaseUrl }, say);
	try {
		await migrate(database.url);
		const { db, pool, close } = connect(database.url, () => undefined);
		try {
			const { rows } = await pool.query('select count(*)::int as count from items');
			const missing = items - (rows[0]?.count ?? 0);
			const store = diskPhotoStore(join(dataDir, 'photos'));
			if (missing > 0) await fillWithItems({ db, store }, missing, say);
			return await openAdminSession(db, await insertAdministrator(db));
		} finally {
			await close();
		}
	} finally {
		await database.letGo();
	}
}

/**
 * What everybody asks is ready and costs next to nothing, so they ask for what hardly anybody else does: lists and searches
 * below a price of their own, and items that few have looked at, some of them as pages.
 * @returns what gives a path by chance, in the shares that people ask for them
 */
export async function pathsOf(address: string): Promise<() => string> {
	const items = await newestItems(address);
	const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
	const below = () => `maxPrice=${100 + Math.floor(Math.random() * MOST_RUPEES)}`;
	const words = () => encodeURIComponent(`${oneOf(WORDS)} ${oneOf(WORDS)}`);
	const paths: Record<keyof typeof SHARES, () => string> = {
		list: () => `/api/items?limit=20&${below()}&category=${oneOf(CATEGORIES)}`,
		search: () => `/api/items?limit=20&${below()}&q=${words()}`,
		item: () => `/api/item/get-item-details/${oneOf(items).id}`,
		page: () => `/item/${oneOf(items).id}`,
		photo: () => new URL(oneOf(oneOf(items).imageUrl), address).pathname.replace('-1600.', '-320.'),
	};
	const kinds = Object.entries(SHARES).flatMap(([kind, share]) =>
		Array.from({ length: share }, () => kind as keyof typeof SHARES),
	);
	return () => paths[oneOf(kinds)]();
}

async function newestItems(address: string): Promise<Item[]> {
	const items: Item[] = [];
	let cursor: string | null | undefined;
	do {
		const next = cursor ? `&cursor=${cursor}` : '';
		const answer = await fetch(`${address}/api/items?limit=50${next}`);
		const found = (await answer.json()) as { items: Item[]; nextCursor: string | null };
		items.push(...found.items.filter(({ imageUrl }) => imageUrl.length > 0));
		cursor = found.nextCursor;
	} while (cursor && items.length < LOOKED_AT);
	return items;
}

/** What a process has resident. */
export async function memoryOf(pid: number): Promise<number> {
	const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
	return Math.round(Number(stdout) / 1024);
}

/**
 * What a process has resident while something goes on: in the middle of what it has each second, as it goes up and down with
 * every photo and every collection.
 */
export async function memoryDuring(pid: number, work: Promise<unknown>): Promise<number> {
	const seen = [await memoryOf(pid)];
	const timer = setInterval(async () => seen.push(await memoryOf(pid)), 1000);
	await work.finally(() => clearInterval(timer));
	return medianOf(seen);
}
