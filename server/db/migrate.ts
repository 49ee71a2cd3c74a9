import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as z from 'zod/mini';

/** Any number will do, as long as every instance uses the same one. */
const MIGRATION_LOCK = 7_170_001;

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));
const JOURNAL = join('meta', '_journal.json');

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/**
 * Brings the schema up to date; instances that start together take turns.
 * @param through the last migration to apply; all unless said
 * @throws Error when there is no such migration
 */
export async function migrate(url: string, through?: string): Promise<void> {
	if (through === undefined) return applyFrom(MIGRATIONS, url);
	const folder = await mkdtemp(join(tmpdir(), 'market-migrations-'));
	try {
		await cp(MIGRATIONS, folder, { recursive: true });
		const { entries, ...rest } = await readJournal();
		const last = entries.findIndex(({ tag }) => tag === through);
		if (last === -1) throw new Error(`There is no migration ${through} here.`);
		const kept = { ...rest, entries: entries.slice(0, last + 1) };
		await writeFile(join(folder, JOURNAL), JSON.stringify(kept));
		await applyFrom(folder, url);
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** The names of all migrations, oldest first. */
export async function migrationNames(): Promise<string[]> {
	return (await readJournal()).entries.map(({ tag }) => tag);
}

async function readJournal() {
	return z.parse(journal, JSON.parse(await readFile(join(MIGRATIONS, JOURNAL), 'utf8')));
}

async function applyFrom(migrationsFolder: string, url: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	// Whoever waits for a statement is told besides.
	client.on('error', () => undefined);
	await client.connect();
	try {
		await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
		await applyMigrations(drizzle({ client }), { migrationsFolder });
	} finally {
		// Ending the connection gives the lock back.
		await client.end();
	}
}
