import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { openAdminSession } from '#server/admin/administrators/sessions.ts';
import { type Db, openPool } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate/migrate.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { fillWithItems } from '#tools/seed/fill.ts';
import type { Environment, Log } from './scenario.ts';

interface FillOptions {
	/** The environment of the server that will use the database. */
	environment: Environment;
	/** The database is filled up to this number. */
	items: number;
	log: Log;
}

/** The database and photo store to fill, and an administrator whom inserted rows may reference. */
export interface FillContext {
	db: Db;
	pool: pg.Pool;
	store: PhotoStore;
	adminId: number;
}

/**
 * Adds missing items to the database of a server that is not running.
 * @returns the token of an administrator
 */
export function fillDatabase({ environment, items, log }: FillOptions): Promise<string> {
	return prepareDatabase(environment, log, async ({ db, store }) => {
		const missing = items - (await countRows(db, 'items'));
		if (missing > 0) await fillWithItems({ db, store }, missing, log);
	});
}

/**
 * Migrates a database and calls `fill` with a connection of the role that owns the tables: only that role may rebuild indexes.
 * @returns the token of an administrator
 */
export async function prepareDatabase(
	{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Environment,
	log: Log,
	fill: (context: FillContext) => Promise<void>,
): Promise<string> {
	const database = await openDatabase({ dataDir, databaseUrl }, log);
	try {
		await migrate(database.url);
		const { db, pool, close } = openPool(database.url, () => undefined);
		try {
			const adminId = await insertAdministrator(db);
			await fill({ db, pool, store: createDiskPhotoStore(join(dataDir, 'photos')), adminId });
			return await openAdminSession(db, adminId);
		} finally {
			await close();
		}
	} finally {
		await database.close();
	}
}

/** Counts the rows of a table. */
export async function countRows(db: Db, table: string): Promise<number> {
	const { rows } = await db.execute<{ count: number }>(
		sql`select count(*)::int as count from ${sql.identifier(table)}`,
	);
	return rows[0]?.count ?? 0;
}

/** @returns the id of an administrator with all permissions */
async function insertAdministrator(db: Db): Promise<number> {
	const { rows } = await db.execute<{ id: number }>(sql`
		insert into admins (username, email, password_hash, role_level)
		values ('Bench', ${`${randomUUID()}@bench.example`}, 'none', 'super_admin') returning id`);
	if (!rows[0]) throw new Error('The administrator was not inserted.');
	return rows[0].id;
}
