import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone.ts';
import { query } from '#tests/support/query.ts';
import { migrate } from './migrate.ts';

/** A database with nothing in it. */
async function emptyDatabase(): Promise<string> {
	const name = `empty_${randomUUID().replaceAll('-', '')}`;
	const server = inject('databaseServer');
	await query(server, `create database ${name}`);
	return server.replace('/postgres?', `/${name}?`);
}

const APPLIED = 'select hash from drizzle.__drizzle_migrations order by id';
const TABLES = "select table_name from information_schema.tables where table_schema = 'public'";

test('two instances that start together on an empty database apply each step once', async () => {
	const url = await emptyDatabase();

	await Promise.all([migrate(url), migrate(url), migrate(url)]);

	const applied = await query(url, APPLIED);
	expect(applied.length).toBeGreaterThan(0);
	expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
	expect(await query(url, TABLES)).toContainEqual({ table_name: 'items' });
});

test('an instance that starts later changes nothing', async () => {
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

test('gives its lock back, so that the next start does not wait', async () => {
	const url = await emptyDatabase();

	await migrate(url);

	const held = `select 1 from pg_locks join pg_database on pg_database.oid = database
		where locktype = 'advisory' and datname = current_database()`;
	expect(await query(url, held)).toEqual([]);
});

test('fails where there is no such database, instead of serving without a schema', async () => {
	const nowhere = inject('databaseServer').replace('/postgres?', '/there_is_none?');

	await expect(migrate(nowhere)).rejects.toThrow('there_is_none');
});
