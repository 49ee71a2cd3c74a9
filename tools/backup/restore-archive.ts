import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { migrate, migrationNames } from '#server/db/migrate/migrate.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { flushFolder } from '#server/lib/flush-folder.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import type { Archive } from './archive.ts';
import {
	type DataStores,
	findJobSchemaVersion,
	logProgress,
	PHOTO_BATCH_SIZE,
} from './create-archive.ts';
import {
	ENTRY_NAMES,
	MANIFEST,
	type Manifest,
	parseManifest,
	SECRETS,
	sequences,
} from './manifest.ts';
import { fillTable, setSequence, setTriggers, type Table, truncateTables } from './tables.ts';

/**
 * Restores a backup into an empty database and data folder: schema, rows, photos and secrets. The next start, or
 * `erase:again`, migrates the schema. Sessions and mailed links are deleted, because some may have been revoked after the
 * backup. If restoring fails, no rows are left, and the same backup can be restored again.
 * @throws Error in one line when the target is not empty, or when another version of the app wrote the backup
 */
export async function restoreBackup(
	archive: Archive,
	{ databaseUrl, store, dataDir }: DataStores,
	log: (line: string) => void,
): Promise<void> {
	const manifest = parseManifest(await archive.readText(MANIFEST));
	const migrationCount = (await migrationNames()).indexOf(manifest.migration) + 1;
	if (migrationCount === 0) {
		throw new Error('This backup was written by a newer version of the market.');
	}
	await requireEmpty(archive, { databaseUrl, dataDir }, migrationCount);
	log('Restoring photos');
	await restorePhotos(archive, store, log);
	log(`Making the schema of ${manifest.migration}`);
	await migrate(databaseUrl, { through: manifest.migration });
	if (manifest.jobs !== null) await createJobSchema(databaseUrl);
	const renameSecrets = await writeUnfinishedSecrets(archive, dataDir);
	await withClient(databaseUrl, async (client) => {
		await client.query('begin');
		await restoreRows(archive, manifest, client, log);
		// Before the commit, so that there are no rows without the secrets that decrypt them.
		await renameSecrets();
		await client.query('commit');
	});
	await updateStatistics(databaseUrl, log);
}

/** Updates the planner's statistics. Only logs a failure: everything is restored, and autovacuum will update them. */
async function updateStatistics(databaseUrl: string, log: (line: string) => void): Promise<void> {
	try {
		await withClient(databaseUrl, (client) => client.query('analyze'));
	} catch (error) {
		log(`Everything is restored, but the database is not analyzed yet: ${reasonOf(error)}`);
	}
}

async function withClient<T>(url: string, query: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url });
	// If the connection is lost, the running or the next statement fails and reports it.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return await query(client);
	} finally {
		await client.end();
	}
}

/**
 * Checks that the target has no data. An interrupted restore of the same backup may have left its secrets, and tables
 * without users and administrators: these do not count as data. Tables of a newer schema than that of the backup count,
 * because the rows of the backup would not fit.
 * @param migrationCount the number of migrations of the backup
 * @throws Error in one line when the target has data
 */
async function requireEmpty(
	archive: Archive,
	{ databaseUrl, dataDir }: Pick<DataStores, 'databaseUrl' | 'dataDir'>,
	migrationCount: number,
): Promise<void> {
	const hasMarket = await withClient(
		databaseUrl,
		async (client) =>
			(await hasRows(client, 'public.users')) ||
			(await hasRows(client, 'public.admins')) ||
			(await hasRows(client, 'drizzle.__drizzle_migrations', migrationCount)),
	);
	if (hasMarket || (await hasOtherSecret(archive, dataDir))) {
		throw new Error('There is a market in this place already. Restore into an empty one.');
	}
}

/** Whether the data folder has a secret that is not in the backup. */
async function hasOtherSecret(archive: Archive, dataDir: string): Promise<boolean> {
	for (const name of SECRETS) {
		const path = join(dataDir, name);
		if (!existsSync(path)) continue;
		const entry = ENTRY_NAMES.secret(name);
		if (!archive.names.includes(entry)) return true;
		if ((await archive.readText(entry)) !== (await readFile(path, 'utf8'))) return true;
	}
	return false;
}

/** Whether the table exists and has more than `count` rows. */
async function hasRows(client: pg.Client, table: string, count = 0): Promise<boolean> {
	const { rows: existence } = await client.query<{ exists: boolean }>(
		'select to_regclass($1) is not null as exists',
		[table],
	);
	if (!existence[0]?.exists) return false;
	const { rowCount } = await client.query(`select from ${table} offset $1 limit 1`, [count]);
	return rowCount === 1;
}

/** Creates the tables of the job queue, as the next start of the app would, so that its rows can be restored. */
async function createJobSchema(databaseUrl: string): Promise<void> {
	const queue = await openJobQueue(databaseUrl, pino({ level: 'silent' }));
	await queue.stop();
}

/** Replaces all rows. Runs in a transaction of the caller. */
async function restoreRows(
	archive: Archive,
	manifest: Manifest,
	client: pg.Client,
	log: (line: string) => void,
): Promise<void> {
	const tables = await restorableTables(client, manifest, log);
	for (const table of tables) await setTriggers(client, table, 'disable');
	await truncateTables(client, tables);
	for (const table of tables) {
		log(`Restoring ${table.schema}.${table.name}`);
		await fillTable(client, table, await archive.read(ENTRY_NAMES.table(table.schema, table.name)));
	}
	await deleteSessionsAndLinks(client, tables);
	for (const table of tables) await setTriggers(client, table, 'enable');
	const sequenceValues = z.parse(
		sequences,
		JSON.parse(await archive.readText(ENTRY_NAMES.sequences)),
	);
	for (const sequence of sequenceValues) {
		if (tables.some(({ schema }) => schema === sequence.schema))
			await setSequence(client, sequence);
	}
}

/** Tables of sessions and mailed links; an early schema has only some of them. */
const SESSION_AND_LINK_TABLES = ['sessions', 'admin_sessions', 'one_time_links'];

async function deleteSessionsAndLinks(client: pg.Client, tables: readonly Table[]): Promise<void> {
	const names = tables
		.map(({ name }) => name)
		.filter((name) => SESSION_AND_LINK_TABLES.includes(name));
	for (const name of names) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
}

/**
 * The tables to restore. The tables of the job queue are left out if its schema version differs from that of the
 * backup.
 */
async function restorableTables(
	client: pg.Client,
	{ tables, jobs }: Manifest,
	log: (line: string) => void,
): Promise<Table[]> {
	if (jobs === null || jobs === (await findJobSchemaVersion(client))) return tables;
	log('Waiting jobs, such as mails, are left out: they are of another version of the job queue.');
	return tables.filter(({ schema }) => schema !== 'pgboss');
}

async function restorePhotos(
	archive: Archive,
	store: DataStores['store'],
	log: (line: string) => void,
): Promise<void> {
	const folder = ENTRY_NAMES.photo('');
	const names = archive.names.filter((name) => name.startsWith(folder));
	for (let offset = 0; offset < names.length; offset += PHOTO_BATCH_SIZE) {
		const batch = names.slice(offset, offset + PHOTO_BATCH_SIZE);
		const restorePhoto = async (name: string) =>
			store.put(name.slice(folder.length), await buffer(await archive.read(name)));
		await Promise.all(batch.map(restorePhoto));
		logProgress('Restoring', offset + batch.length, names.length, log);
	}
}

/**
 * Writes the secrets under temporary names, so that a full disk is noticed before the rows are committed.
 * @returns a function that renames them to their final names
 */
async function writeUnfinishedSecrets(
	archive: Archive,
	dataDir: string,
): Promise<() => Promise<void>> {
	await mkdir(dataDir, { recursive: true });
	const names = SECRETS.filter((name) => archive.names.includes(ENTRY_NAMES.secret(name)));
	const unfinishedPath = (name: string) => join(dataDir, `${name}.partial`);
	for (const name of names) {
		const secret = await archive.readText(ENTRY_NAMES.secret(name));
		await writeFile(unfinishedPath(name), secret, { mode: 0o600, flush: true });
	}
	return async () => {
		for (const name of names) await rename(unfinishedPath(name), join(dataDir, name));
		await flushFolder(dataDir);
	};
}
