import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate, migrationNames } from '#server/db/migrate/migrate.ts';
import { openApp } from '#tests/support/app.ts';
import { createEmptyDatabase } from '#tests/support/clone-database.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { openArchive } from '#tools/backup/archive.ts';
import { createBackup } from '#tools/backup/create-archive.ts';
import { restoreBackup } from '#tools/backup/restore-archive.ts';
import { WrongArguments } from '#tools/cli/arguments.ts';
import { run } from './erase-again.ts';

const t = await openApp();

/** The exit code, the errors, and the output without its first line, which says which database is used. */
async function runEraseAgain(logLines: readonly string[], databaseUrl = t.url) {
	const path = join(t.dataDir, 'market.log');
	await writeFile(path, logLines.join('\n'));
	const stdinFromLog = ['/bin/sh', '-c', `exec "$@" < ${path}`, 'sh'];
	const command = startScript(
		'tools/cli/main.ts',
		['erase:again'],
		{ DATABASE_URL: databaseUrl },
		stdinFromLog,
	);
	const code = await command.ended;
	return { code, output: command.output().trim().split('\n').slice(1), errors: command.errors() };
}

const erasureLogLine = (time: number, { id }: { id: number }) =>
	JSON.stringify({ level: 30, time, userId: id, msg: 'account erased' });

test('erase:again erases an account that the log reports as erased, and no newer account with the same id', async () => {
	const [restored, newcomer, other] = [await t.student(), await t.student(), await t.student()];
	const item = await t.item(restored);
	const now = Date.now();

	const result = await runEraseAgain([
		'passdown@3001 was started',
		JSON.stringify({ level: 30, time: now, userId: other.id, msg: 'signed in' }),
		erasureLogLine(now + 1000, restored),
		erasureLogLine(now - 60_000, restored),
		erasureLogLine(now - 60_000, newcomer),
		erasureLogLine(now, { id: 2_147_483_000 }),
	]);

	expect(result).toEqual({
		code: 0,
		output: ['Accounts in the log that were erased: 3. Erased again: 1.'],
		errors: '',
	});
	const remaining = await query(
		t.url,
		'select id from users where deleted_at is null and id = any($1) order by id',
		[[restored.id, newcomer.id, other.id]],
	);
	expect(remaining).toEqual([{ id: newcomer.id }, { id: other.id }]);
	expect((await t.as(restored).get('/auth')).statusCode).toBe(401);
	expect((await t.as(null).get(`/item/get-item-details/${item.id}`)).statusCode).toBe(404);
});

test('erase:again erases accounts of a restored backup of an earlier release, whose schema is older', async () => {
	const [firstMigration = ''] = await migrationNames();
	const oldDatabaseUrl = await createEmptyDatabase();
	await migrate(oldDatabaseUrl, { through: firstMigration });
	const [user = { id: 0 }] = await query<{ id: number }>(
		oldDatabaseUrl,
		`insert into users (user_name, email) values ('Asha', 'asha@campus.example') returning id`,
	);
	const path = join(t.dataDir, 'earlier.zip');
	await createBackup(path, { ...t, databaseUrl: oldDatabaseUrl }, () => undefined);
	const databaseUrl = await createEmptyDatabase();
	const dataDir = join(t.dataDir, 'restored');
	const archive = await openArchive(path);
	await restoreBackup(archive, { databaseUrl, store: t.store, dataDir }, () => undefined);
	archive.close();

	const result = await runEraseAgain([erasureLogLine(Date.now() + 1000, user)], databaseUrl);

	expect(result).toEqual({
		code: 0,
		output: ['Accounts in the log that were erased: 1. Erased again: 1.'],
		errors: '',
	});
	const remaining = await query(databaseUrl, 'select id from users where deleted_at is null');
	expect(remaining).toEqual([]);
});

test('erase:again refuses a database without a market, and leaves it empty', async () => {
	const empty = await createEmptyDatabase();

	const { code, errors } = await runEraseAgain([], empty);

	expect({ code, errors }).toEqual({
		code: 1,
		errors:
			'There is no market in this database. Restore the backup into it first, or set DATABASE_URL or DATA_DIR to those of the restored market.\n',
	});
	const [schema] = await query(empty, `select to_regclass('public.users') as users`);
	expect(schema).toEqual({ users: null });
});

test('erase:again refuses the name of a log file as an argument', async () => {
	await expect(run(['market.log'])).rejects.toBeInstanceOf(WrongArguments);
});
