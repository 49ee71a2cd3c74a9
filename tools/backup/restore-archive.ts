import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { migrate, migrationNames } from '#server/db/migrate/migrate.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import type { Archive } from './archive.ts';
import { type Backed, jobsVersion, PHOTOS_AT_ONCE, tellProgress } from './create-archive.ts';
import { ENTRIES, MANIFEST, type Manifest, readManifest, SECRETS, sequences } from './manifest.ts';
import { emptyTables, fillTable, setSequence, setTriggers, type Table } from './tables.ts';

/**
 * Makes a market of a backup in an empty place: the schema as it was, the rows as they were, the photos; the next start
 * brings the schema up to date. All rows or none. Nobody is signed in there: what was open then may have been ended since.
 * @throws Error in one line when the place is not empty, or the backup is another version's
 */
export async function putBack(
	archive: Archive,
	{ databaseUrl, store, dataDir }: Backed,
	say: (line: string) => void,
): Promise<void> {
	const manifest = readManifest(await archive.readText(MANIFEST));
	if (!(await migrationNames()).includes(manifest.migration)) {
		throw new Error('This backup was written by a newer version of the market.');
	}
	await requireEmpty({ databaseUrl, dataDir });
	say('Restoring photos');
	await putPhotos(archive, store, say);
	say(`Making the schema of ${manifest.migration}`);
	await migrate(databaseUrl, { through: manifest.migration });
	if (manifest.jobs !== null) await makeJobSchema(databaseUrl);
	await putSecrets(archive, dataDir);
	await putRows(archive, manifest, databaseUrl, say);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url });
	// A line that breaks fails the statement under way, or the next one.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

async function requireEmpty({
	databaseUrl,
	dataDir,
}: Pick<Backed, 'databaseUrl' | 'dataDir'>): Promise<void> {
	const { rows } = await withClient(databaseUrl, (client) =>
		client.query<{ isTaken: boolean }>(
			`select to_regclass('public.users') is not null as "isTaken"`,
		),
	);
	if (rows[0]?.isTaken || SECRETS.some((name) => existsSync(join(dataDir, name)))) {
		throw new Error('There is a market in this place already. Restore into an empty one.');
	}
}

/** As the next start would make it: the rows of its jobs need their tables. */
async function makeJobSchema(databaseUrl: string): Promise<void> {
	const queue = await openJobQueue(databaseUrl, pino({ level: 'silent' }));
	await queue.stop();
}

async function putRows(
	archive: Archive,
	manifest: Manifest,
	databaseUrl: string,
	say: (line: string) => void,
): Promise<void> {
	await withClient(databaseUrl, async (client) => {
		const tables = await restorable(client, manifest, say);
		await client.query('begin');
		for (const table of tables) await setTriggers(client, table, 'disable');
		await emptyTables(client, tables);
		for (const table of tables) {
			say(`Restoring ${table.schema}.${table.name}`);
			await fillTable(client, table, await archive.read(ENTRIES.table(table.schema, table.name)));
		}
		await closeWaysIn(client, tables);
		for (const table of tables) await setTriggers(client, table, 'enable');
		const drawn = z.parse(sequences, JSON.parse(await archive.readText(ENTRIES.sequences)));
		for (const sequence of drawn) {
			if (tables.some(({ schema }) => schema === sequence.schema))
				await setSequence(client, sequence);
		}
		await client.query('commit');
		await client.query('analyze');
	});
}

/** Sessions, and links that were mailed; of an early schema those that it has. */
const WAYS_IN = ['sessions', 'admin_sessions', 'one_time_links'];

async function closeWaysIn(client: pg.Client, tables: readonly Table[]): Promise<void> {
	const names = tables.map(({ name }) => name).filter((name) => WAYS_IN.includes(name));
	for (const name of names) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
}

/** Jobs of another version of the queue have no place here; what they were for is done at the next occasion. */
async function restorable(
	client: pg.Client,
	{ tables, jobs }: Manifest,
	say: (line: string) => void,
): Promise<Table[]> {
	if (jobs === null || jobs === (await jobsVersion(client))) return tables;
	say('Waiting jobs, such as mails, are left out: they are of another version of the job queue.');
	return tables.filter(({ schema }) => schema !== 'pgboss');
}

async function putPhotos(
	archive: Archive,
	store: Backed['store'],
	say: (line: string) => void,
): Promise<void> {
	const folder = ENTRIES.photo('');
	const names = archive.names.filter((name) => name.startsWith(folder));
	for (let at = 0; at < names.length; at += PHOTOS_AT_ONCE) {
		const some = names.slice(at, at + PHOTOS_AT_ONCE);
		const put = async (name: string) =>
			store.put(name.slice(folder.length), await buffer(await archive.read(name)));
		await Promise.all(some.map(put));
		tellProgress('Restoring', at + some.length, names.length, say);
	}
}

async function putSecrets(archive: Archive, dataDir: string): Promise<void> {
	await mkdir(dataDir, { recursive: true });
	for (const name of SECRETS) {
		if (!archive.names.includes(ENTRIES.secret(name))) continue;
		const secret = await archive.readText(ENTRIES.secret(name));
		await writeFile(join(dataDir, name), secret, { mode: 0o600, flag: 'wx' });
	}
}
