import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { LOCKS } from '#server/db/locks.ts';
import { migrationNames } from '#server/db/migrate/migrate.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { type NewArchive, writeArchive } from './archive.ts';
import { ENTRIES, MANIFEST, newManifest, SECRETS } from './manifest.ts';
import { rowsOf, sequencesOf, type Table, tablesOf } from './tables.ts';

export interface Backed {
	databaseUrl: string;
	store: PhotoStore;
	/** Where the secrets are. */
	dataDir: string;
}

/** Files asked of the store together, in memory: one in a bucket is quick to come but far away. */
export const PHOTOS_AT_ONCE = 20;
const TOLD_EVERY = 500;

/**
 * Writes everything that the market knows into one file, while it serves: all tables as they were at one moment, then the
 * photos that they name, which no sweep removes before they are copied.
 * @returns how many photos the tables name that the store does not have
 */
export async function takeBackup(
	path: string,
	{ databaseUrl, store, dataDir }: Backed,
	say: (line: string) => void,
): Promise<{ missingPhotos: number }> {
	const client = new pg.Client({ connectionString: databaseUrl });
	// A line that breaks fails the statement under way; while photos are saved there is none, and nothing more is asked.
	client.on('error', () => undefined);
	await client.connect();
	try {
		await keepPhotos(client, say);
		// One snapshot for every statement that follows, however long it takes.
		await client.query('begin isolation level repeatable read, read only');
		const tables = await tablesOf(client);
		const photos = await photosOf(client);
		let missingPhotos = 0;
		await writeArchive(path, async (archive) => {
			await addText(archive, MANIFEST, await describe(client, tables, photos.length));
			for (const table of tables) {
				say(`Saving ${table.schema}.${table.name}`);
				await archive.add(ENTRIES.table(table.schema, table.name), rowsOf(client, table));
			}
			// Numbers that were drawn since the snapshot are skipped, as after a crash.
			await addText(archive, ENTRIES.sequences, await sequencesOf(client));
			// That takes hours, through which no table may be locked nor what is deleted be kept for us.
			await client.query('commit');
			missingPhotos = await addPhotos(archive, store, photos, say);
			await addSecrets(archive, dataDir);
		});
		return { missingPhotos };
	} finally {
		await client.end();
	}
}

/** Until the connection ends, sweeps leave photos where they are. One that is under way is waited for. */
async function keepPhotos(client: pg.Client, say: (line: string) => void): Promise<void> {
	const { rows } = await client.query<{ isHad: boolean }>(
		'select pg_try_advisory_lock($1) as "isHad"',
		[LOCKS.photoFiles],
	);
	if (rows[0]?.isHad) return;
	say('Waiting for another backup, or a sweep of photos, to end');
	await client.query('select pg_advisory_lock($1)', [LOCKS.photoFiles]);
}

function addText(archive: NewArchive, name: string, content: unknown): Promise<void> {
	return archive.add(name, Readable.from([Buffer.from(JSON.stringify(content, undefined, '\t'))]));
}

async function describe(client: pg.Client, tables: Table[], photos: number) {
	const { rows: applied } = await client.query<{ count: number }>(
		'select count(*)::integer as count from drizzle.__drizzle_migrations',
	);
	const migration = (await migrationNames())[(applied[0]?.count ?? 0) - 1];
	if (!migration) throw new Error('This market’s schema is none that this version knows.');
	return newManifest({
		takenAt: new Date().toISOString(),
		migration,
		jobs: await jobsVersion(client),
		tables,
		photos,
	});
}

/** The job queue's own version of its schema; null where it has none yet. */
export async function jobsVersion(client: pg.ClientBase): Promise<number | null> {
	const { rows: found } = await client.query<{ there: boolean }>(
		`select to_regclass('pgboss.version') is not null as there`,
	);
	if (!found[0]?.there) return null;
	const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
	return rows[0]?.version ?? null;
}

async function photosOf(client: pg.Client): Promise<string[]> {
	const { rows } = await client.query<{ hash: string }>('select hash from photos order by hash');
	return rows.flatMap(({ hash }) => photoFileNames(hash));
}

async function addPhotos(
	archive: NewArchive,
	store: PhotoStore,
	names: readonly string[],
	say: (line: string) => void,
): Promise<number> {
	let missing = 0;
	for (let at = 0; at < names.length; at += PHOTOS_AT_ONCE) {
		const some = names.slice(at, at + PHOTOS_AT_ONCE);
		const photos = await Promise.all(some.map((name) => bytesOf(store, name)));
		for (const [index, name] of some.entries()) {
			const bytes = photos[index];
			if (bytes) {
				await archive.add(ENTRIES.photo(name), Readable.from([bytes]), { isCompressible: false });
			} else missing += 1;
		}
		tellProgress('Saving', at + some.length, names.length, say);
	}
	return missing;
}

async function bytesOf(store: PhotoStore, name: string): Promise<Buffer | undefined> {
	const photo = await store.read(name);
	return photo && buffer(photo.content);
}

/** Says how far the photos are, now and then. */
export function tellProgress(
	doing: string,
	count: number,
	all: number,
	say: (line: string) => void,
): void {
	if (count % TOLD_EVERY === 0 || count === all) say(`${doing} photo files: ${count} of ${all}`);
}

async function addSecrets(archive: NewArchive, dataDir: string): Promise<void> {
	for (const name of SECRETS) {
		const path = join(dataDir, name);
		if (existsSync(path)) await archive.add(ENTRIES.secret(name), createReadStream(path));
	}
}
