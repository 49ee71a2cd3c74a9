import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { query } from '#tests/support/query.ts';
import { applyMigration, migrate, migrationNames } from './migrate.ts';

/** Creates an empty database. */
async function emptyDatabase(): Promise<string> {
	const name = `empty_${randomUUID().replaceAll('-', '')}`;
	const server = inject('databaseServer');
	await query(server, `create database ${name}`);
	return server.replace('/postgres?', `/${name}?`);
}

/** A connection that is closed when the test ends. */
async function connected(url: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	onTestFinished(() => client.end());
	return client;
}

const APPLIED = 'select hash from drizzle.__drizzle_migrations order by id';
const TABLES = "select table_name from information_schema.tables where table_schema = 'public'";

test('several instances that start together on an empty database apply each migration once, and release their lock', async () => {
	const url = await emptyDatabase();

	await Promise.all([migrate(url), migrate(url), migrate(url)]);

	const applied = await query(url, APPLIED);
	expect(applied.length).toBeGreaterThan(0);
	expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
	expect(await query(url, TABLES)).toContainEqual({ table_name: 'items' });
	const lockQuery = `select 1 from pg_locks join pg_database on pg_database.oid = database
		where locktype = 'advisory' and datname = current_database()`;
	expect(await query(url, lockQuery)).toEqual([]);
});

test('an instance that starts after the migrations changes neither schema nor data', async () => {
	const url = await cloneDatabase();
	const applied = await query(url, APPLIED);
	await query(
		url,
		"insert into users (user_name, email) values ('Asha', 'asha@campus.example') returning id",
	);

	await migrate(url);

	expect(await query(url, APPLIED)).toEqual(applied);
	expect(await query(url, 'select email from users')).toEqual([{ email: 'asha@campus.example' }]);
});

test('migrating fails when the database does not exist', async () => {
	const nowhere = inject('databaseServer').replace('/postgres?', '/there_is_none?');

	await expect(migrate(nowhere)).rejects.toThrow('there_is_none');
});

test('users are served while a migration waits for a table that a long transaction reads', async () => {
	const url = await emptyDatabase();
	await migrate(url, { through: '0012_featured_feedback_may_be_private' });
	const reader = await connected(url);
	await reader.query('begin');
	await reader.query('select id from users');
	const person = await connected(url);
	await person.query('set statement_timeout = 1200');
	const progress: string[] = [];

	const upgrade = migrate(url, { onProgress: (step) => progress.push(step) });
	await waitForBlockedSession(url);
	const found = await person.query('select id from users').then(
		({ rows }) => rows,
		({ code }) => code,
	);
	await reader.query('commit');
	await upgrade;

	expect(found).toEqual([]);
	expect(progress).toEqual(['The schema is brought up to date once others let go of its tables']);
	expect(await query(url, APPLIED)).toHaveLength((await migrationNames()).length);
});

test('a migration that is marked as outside a transaction can create an index concurrently', async () => {
	const url = await cloneDatabase();
	const sql = [
		'-- outside a transaction\ndrop index concurrently if exists "users_made_idx";',
		'create index concurrently "users_made_idx" on "users" ("created_at");',
	];
	const migration = { sql, hash: 'made', folderMillis: Date.now() };

	await applyMigration(await connected(url), migration, () => undefined);

	expect(await query(url, APPLIED)).toContainEqual({ hash: 'made' });
	expect(
		await query(
			url,
			`select indisvalid from pg_index where indexrelid = 'users_made_idx'::regclass`,
		),
	).toEqual([{ indisvalid: true }]);
});
