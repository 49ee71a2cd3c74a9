import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { LOCKS } from '#server/db/locks.ts';
import { migrationNames } from '#server/db/migrate/migrate.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { createManifest, ENTRY_NAMES, MANIFEST, SECRETS } from './manifest.ts';
import { listSequences, listTables, streamRows, type Table } from './tables.ts';

/** Where an installation keeps its data. */
export interface DataStores {
	databaseUrl: string;
	store: PhotoStore;
	/** The data folder, which has the files with secrets. */
	dataDir: string;
}

/** Photo files that are read from the store at the same time, because a bucket has a high latency. */
export const PHOTO_BATCH_SIZE = 20;
/** Photo files that are copied between two log lines. */
const PROGRESS_INTERVAL = 500;

/**
 * Writes database, photos and secrets into one archive while the app is running: all tables as of one moment, and
 * then the photos that they refer to. A lock keeps cleanups from deleting photos until all are copied.
 * @returns the number of photo files that the tables refer to but the store lacks, and whether files with secrets
 * were added
 */
export async function createBackup(
	path: string,
	{ databaseUrl, store, dataDir }: DataStores,
	log: (line: string) => void,
): Promise<{ missingPhotos: number; hasSecrets: boolean }> {
	const client = new pg.Client({ connectionString: databaseUrl });
	// If the connection is lost, the running or the next statement fails and reports it. While photos are copied, no
	// statement runs: the connection only holds the lock, and the backup continues without it.
	client.on('error', () => undefined);
	await client.connect();
	try {
		await lockPhotoFiles(client, log);
		// One snapshot for every statement that follows, however long it takes.
		await client.query('begin isolation level repeatable read, read only');
		const tables = await listTables(client);
		const photos = await listPhotoFiles(client);
		let missingPhotos = 0;
		let hasSecrets = false;
		await writeArchive(path, async (archive) => {
			await addJson(
				archive,
				MANIFEST,
				await createManifestFromDatabase(client, tables, photos.length),
			);
			for (const table of tables) {
				log(`Saving ${table.schema}.${table.name}`);
				await archive.add(ENTRY_NAMES.table(table.schema, table.name), streamRows(client, table));
			}
			// Sequences do not belong to the snapshot: newer values only leave gaps in the ids, as after a crash.
			await addJson(archive, ENTRY_NAMES.sequences, await listSequences(client));
			// Copying photos can take hours. An open transaction would keep its table locks and prevent vacuuming all that
			// time.
			await client.query('commit');
			missingPhotos = await addPhotos(archive, store, photos, log);
			if (missingPhotos > 0) await requireLock(client, missingPhotos);
			hasSecrets = await addSecrets(archive, dataDir);
		});
		return { missingPhotos, hasSecrets };
	} finally {
		await client.end();
	}
}

/** Prevents cleanups from deleting photos until the connection ends. Waits for a running cleanup or backup. */
async function lockPhotoFiles(client: pg.Client, log: (line: string) => void): Promise<void> {
	const { rows } = await client.query<{ isLocked: boolean }>(
		'select pg_try_advisory_lock($1) as "isLocked"',
		[LOCKS.photoFiles],
	);
	if (rows[0]?.isLocked) return;
	log('Waiting for another backup, or a sweep of photos, to end');
	await client.query('select pg_advisory_lock($1)', [LOCKS.photoFiles]);
}

/** @throws Error when the connection is lost: without its lock, a cleanup may have deleted the missing photos */
async function requireLock(client: pg.Client, missingPhotos: number): Promise<void> {
	try {
		await client.query('select 1');
	} catch {
		throw new Error(
			`The database connection was lost while photos were copied, and ${missingPhotos} photo files are missing. Make the backup again.`,
		);
	}
}

function addJson(archive: ArchiveWriter, name: string, content: unknown): Promise<void> {
	return archive.add(name, Readable.from([Buffer.from(JSON.stringify(content, undefined, '\t'))]));
}

async function createManifestFromDatabase(client: pg.Client, tables: Table[], photos: number) {
	const { rows: applied } = await client.query<{ count: number }>(
		'select count(*)::integer as count from drizzle.__drizzle_migrations',
	);
	const migration = (await migrationNames())[(applied[0]?.count ?? 0) - 1];
	if (!migration) throw new Error('This market’s schema is none that this version knows.');
	return createManifest({
		takenAt: new Date().toISOString(),
		migration,
		jobs: await findJobSchemaVersion(client),
		tables,
		photos,
	});
}

/** The schema version of the job queue; null if the database has no job queue yet. */
export async function findJobSchemaVersion(client: pg.ClientBase): Promise<number | null> {
	const { rows: existence } = await client.query<{ exists: boolean }>(
		`select to_regclass('pgboss.version') is not null as exists`,
	);
	if (!existence[0]?.exists) return null;
	const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
	return rows[0]?.version ?? null;
}

async function listPhotoFiles(client: pg.Client): Promise<string[]> {
	const { rows } = await client.query<{ hash: string }>('select hash from photos order by hash');
	return rows.flatMap(({ hash }) => photoFileNames(hash));
}

async function addPhotos(
	archive: ArchiveWriter,
	store: PhotoStore,
	names: readonly string[],
	log: (line: string) => void,
): Promise<number> {
	let missingCount = 0;
	for (let offset = 0; offset < names.length; offset += PHOTO_BATCH_SIZE) {
		const batch = names.slice(offset, offset + PHOTO_BATCH_SIZE);
		const photos = await Promise.all(batch.map((name) => readPhoto(store, name)));
		for (const [index, name] of batch.entries()) {
			const bytes = photos[index];
			if (bytes) {
				await archive.add(ENTRY_NAMES.photo(name), Readable.from([bytes]), {
					isCompressible: false,
				});
			} else missingCount += 1;
		}
		logProgress('Saving', offset + batch.length, names.length, log);
	}
	return missingCount;
}

async function readPhoto(store: PhotoStore, name: string): Promise<Buffer | undefined> {
	const photo = await store.read(name);
	return photo && buffer(photo.content);
}

/** Logs the progress of copying photos at intervals. */
export function logProgress(
	action: string,
	count: number,
	total: number,
	log: (line: string) => void,
): void {
	if (count % PROGRESS_INTERVAL === 0 || count === total)
		log(`${action} photo files: ${count} of ${total}`);
}

/** Adds the files with secrets. @returns whether the data folder has any */
async function addSecrets(archive: ArchiveWriter, dataDir: string): Promise<boolean> {
	const names = SECRETS.filter((name) => existsSync(join(dataDir, name)));
	for (const name of names) {
		await archive.add(ENTRY_NAMES.secret(name), createReadStream(join(dataDir, name)));
	}
	return names.length > 0;
}
