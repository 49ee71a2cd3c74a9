import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import type { Pagination } from '#contract/paging.ts';
import { openDatabase } from '#ops/seed/open-database.ts';
import { type Config, readConfig } from '#server/config.ts';
import { connect, type Db } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { openAdminSession } from '#server/features/admin/administrators/sessions.ts';
import { openMarket } from '#server/market.ts';
import { diskPhotoStore } from '#server/storage/photo-store.ts';
import { OFFICE_FIGURES, OFFICE_LISTS } from './office-cases.ts';
import { fillOffice, volumesFor } from './office-volume.ts';

interface Options {
	/** Of the market; its database is filled up. */
	environment: Record<string, string>;
	items: number;
	/** How often the first and the last page are asked for, and how many pages in between. */
	rounds: number;
	say: (line: string) => void;
}

/** Milliseconds of each request. */
export interface OfficeFigures {
	name: string;
	/** As the list counts them; nothing where it has no pages. */
	entries: string;
	first: number[];
	last: number[];
	/** Of pages by chance. */
	between: number[];
}

/** Asks as an administrator. */
type Ask = (path: string) => Promise<{ took: number; body: { pagination?: Pagination } }>;

/** Opens a market of such a size and asks it what the back-office asks, one request at a time. */
export async function measureOffice(options: Options): Promise<OfficeFigures[]> {
	const { environment, items, rounds, say } = options;
	const config = readConfig({ PORT: '0', RATE_LIMIT: 'off', SEED_DEMO: '0', ...environment });
	const token = await prepare(config, items, say);
	const market = await openMarket({
		config,
		log: pino({ level: 'error' }, pino.destination(2)),
		onProgress: say,
		beforeServing: async () => undefined,
	});
	try {
		return await measureCalls(askAs(market.address, token), rounds, say);
	} finally {
		await market.close();
	}
}

/**
 * Fills the market as the owner of its tables, who alone may make indexes anew.
 * @returns the token of an administrator
 */
async function prepare(config: Config, items: number, say: Options['say']): Promise<string> {
	const database = await openDatabase(config, say);
	try {
		await migrate(database.url);
		const { db, close } = connect(database.url, () => undefined);
		try {
			const adminId = await insertAdministrator(db);
			const store = diskPhotoStore(join(config.dataDir, 'photos'));
			await fillOffice({ db, store }, volumesFor(items), adminId, say);
			return await openAdminSession(db, adminId);
		} finally {
			await close();
		}
	} finally {
		await database.letGo();
	}
}

/** @returns the number of one who may see everything */
export async function insertAdministrator(db: Db): Promise<number> {
	const { rows } = await db.execute<{ id: number }>(sql`
		insert into admins (username, email, password_hash, role_level)
		values ('Bench', ${`${randomUUID()}@bench.example`}, 'none', 'super_admin') returning id`);
	if (!rows[0]) throw new Error('There is no administrator.');
	return rows[0].id;
}

function askAs(market: string, token: string): Ask {
	return async (path) => {
		const startedAt = performance.now();
		const answer = await fetch(`${market}/api/admin${path}`, {
			headers: { authorization: `Bearer ${token}` },
			signal: AbortSignal.timeout(60_000),
		});
		const text = await answer.text();
		const took = performance.now() - startedAt;
		if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text.slice(0, 200)}`);
		return { took, body: JSON.parse(text) };
	};
}

async function measureCalls(
	ask: Ask,
	rounds: number,
	say: Options['say'],
): Promise<OfficeFigures[]> {
	const all: OfficeFigures[] = [];
	for (const { path, filters } of OFFICE_LISTS) {
		for (const filter of filters) all.push(await measureList(ask, path, filter, rounds));
		say(`Measured: ${path}`);
	}
	for (const path of OFFICE_FIGURES) {
		const first = await repeatedly(rounds, () => ask(path));
		all.push({ name: path, entries: '', first, last: [], between: [] });
	}
	return all;
}

async function measureList(
	ask: Ask,
	path: string,
	filter: string,
	rounds: number,
): Promise<OfficeFigures> {
	const pageAt = (page: number) => ask(`${path}?${filter}&page=${page}`);
	const { pagination } = (await pageAt(1)).body;
	if (!pagination) throw new Error(`${path} has no pages.`);
	const { totalPages, total, isExact } = pagination;
	return {
		name: filter ? `${path}?${filter}` : path,
		entries: isExact ? String(total) : `${total}+`,
		first: await repeatedly(rounds, () => pageAt(1)),
		last: await repeatedly(rounds, () => pageAt(totalPages)),
		between: await repeatedly(rounds, () => pageAt(1 + Math.floor(Math.random() * totalPages))),
	};
}

async function repeatedly(
	rounds: number,
	call: () => Promise<{ took: number }>,
): Promise<number[]> {
	const taken: number[] = [];
	for (let round = 0; round < rounds; round++) taken.push((await call()).took);
	return taken;
}
