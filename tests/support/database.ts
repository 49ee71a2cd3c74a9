import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate, prepareAppRole } from '#server/db/migrate/migrate.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { POSTGRES_15 } from './postgres-15-programs.ts';

/**
 * Settings for speed. Test data may be lost in a crash, is not replicated, and its databases are too short-lived to need
 * vacuuming.
 */
const FAST_SETTINGS = [
	'fsync=off',
	'synchronous_commit=off',
	'full_page_writes=off',
	'max_connections=300',
	'wal_level=minimal',
	'max_wal_senders=0',
	'wal_init_zero=off',
	'autovacuum=off',
];

const SILENT = pino({ level: 'silent' });

/** `TEST_POSTGRES=15` runs all tests on Debian's PostgreSQL 15 instead of the embedded one. */
// biome-ignore lint/style/noProcessEnv: a setting of the test run, not of the server
const USES_POSTGRES_15 = process.env.TEST_POSTGRES === '15';

/** Where Linux has a file system in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** The clones of a whole run fill some 5 GB; the rest is for the programs under test. */
const MEMORY_NEEDED_BYTES = 10 * 1024 ** 3;

/** The parent folder of the databases: in memory if enough is free, where cloning takes a fifth of the time. */
async function findDatabaseFolder(): Promise<string> {
	const stats = await statfs(MEMORY_FOLDER).catch(() => undefined);
	const freeBytes = stats ? stats.bavail * stats.bsize : 0;
	return Math.min(freeBytes, process.availableMemory()) >= MEMORY_NEEDED_BYTES
		? MEMORY_FOLDER
		: tmpdir();
}

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(await findDatabaseFolder(), 'market-test-'));
	const binaries = USES_POSTGRES_15 ? { binaries: POSTGRES_15 } : {};
	const postgres = await startEmbeddedPostgres({ folder, settings: FAST_SETTINGS, ...binaries });
	const admin = new pg.Client({ connectionString: postgres.url('postgres') });
	await admin.connect();
	await admin.query('create database market_template');
	await admin.end();
	await migrate(postgres.url('market_template'));
	// Opening the queue creates its tables in the template.
	await (await openJobQueue(postgres.url('market_template'), SILENT)).stop();
	await prepareAppRole(postgres.url('market_template'), SILENT);
	project.provide('databaseServer', postgres.url('postgres'));
	project.provide('runFolder', folder);
	return async () => {
		await postgres.stop();
		await rm(folder, { recursive: true, force: true });
	};
}
