import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { query } from '#tests/support/query.ts';
import { openRecordedLog } from '#tests/support/recorded-log.ts';
import { APP_ROLE, prepareAppRole } from './migrate.ts';

const SILENT = pino({ level: 'silent' });

function connectAs(url: string, role: string | undefined) {
	const connection = openPool(url, () => undefined, role);
	onTestFinished(connection.close);
	return connection;
}

test('instances that start at the same time, on one database or several, all get the application role', async () => {
	const urls = await Promise.all([cloneDatabase(), cloneDatabase()]);

	const roles = await Promise.all(
		[...urls, ...urls, ...urls].map((url) => prepareAppRole(url, SILENT)),
	);

	expect(new Set(roles)).toEqual(new Set([APP_ROLE]));
});

test('connections with the application role have only the rights of that role, at once also to the tables of a later migration', async () => {
	const url = await cloneDatabase();

	const { db } = connectAs(url, await prepareAppRole(url, SILENT));

	expect((await db.execute('select current_user as name')).rows).toEqual([{ name: APP_ROLE }]);
	await expect(db.execute('alter table users add column mark text')).rejects.toMatchObject({
		cause: { code: '42501' },
	});
	await query(url, 'create table later (id integer generated always as identity, word text)');
	await db.execute(`insert into later (word) values ('new')`);
	expect((await db.execute('select id, word from later')).rows).toEqual([{ id: 1, word: 'new' }]);
});

test('without permission to create the application role, the server works as the database owner and logs a warning', async () => {
	const name = `plain_${randomUUID().replaceAll('-', '')}`;
	const server = inject('databaseServer');
	await query(server, `create role ${name} login`);
	await query(server, `create database ${name} owner ${name}`);
	const url = server.replace('postgres@/postgres?', `${name}@/${name}?`);
	const { entries, log } = openRecordedLog('info');

	const { db } = connectAs(url, await prepareAppRole(url, log));

	expect((await db.execute('select current_user as name')).rows).toEqual([{ name }]);
	expect(entries).toMatchObject([{ level: 40, role: APP_ROLE }]);
});

test('with a database URL that contains the parameter "options", no application role is used, and a warning is logged', async () => {
	const url = `${await cloneDatabase()}&options=-c%20geqo%3Doff`;
	const { entries, log } = openRecordedLog('info');

	const role = await prepareAppRole(url, log);

	expect(role).toBeUndefined();
	expect(entries).toHaveLength(1);
});
