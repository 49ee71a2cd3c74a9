import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { copyMigratedDatabase } from '#tests/support/migrated-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { WrongArguments } from '#tools/cli/arguments.ts';
import { readSettingsChange } from './maintenance.ts';

/** The output and the exit code. */
async function runMaintenance(args: readonly string[], environment: Record<string, string>) {
	const command = startScript('tools/cli/main.ts', ['maintenance', ...args], environment);
	const code = await command.ended;
	return { code, output: command.output().trim().split('\n'), errors: command.errors() };
}

const listSettings = (url: string) =>
	query(url, 'select maintenance_mode, maintenance_message, estimated_downtime from settings');

test('the maintenance command without an argument prints the state, and changes nothing', async () => {
	const url = await cloneDatabase();
	const before = await listSettings(url);

	const result = await runMaintenance([], { DATABASE_URL: url });

	expect(result).toEqual({
		code: 0,
		output: ['Using the database of DATABASE_URL', 'The market is open.'],
		errors: '',
	});
	expect(await listSettings(url)).toEqual(before);
});

test('the maintenance command starts maintenance with the given texts, and ends it', async () => {
	const url = await cloneDatabase();
	const run = (...args: string[]) => runMaintenance(args, { DATABASE_URL: url });
	const texts = { maintenance_message: 'New disks.', estimated_downtime: 'Until 6 PM' };

	const closed = await run('on', '--message', 'New disks.', '--downtime', 'Until 6 PM');
	const whileClosed = await listSettings(url);
	const opened = await run('off');

	expect(closed.output.slice(1)).toEqual([
		'The market is closed for maintenance.',
		'Message: New disks.',
		'Estimated downtime: Until 6 PM',
	]);
	expect(whileClosed).toEqual([{ maintenance_mode: true, ...texts }]);
	expect(opened.output.at(-1)).toBe('The market is open.');
	expect(await listSettings(url)).toEqual([{ maintenance_mode: false, ...texts }]);
});

test('a change by the maintenance command is written to the audit log, and announced to administrators', async () => {
	const url = await cloneDatabase();

	await runMaintenance(['on'], { DATABASE_URL: url });

	expect(await query(url, 'select action, admin_id, ip_address, details from audit_log')).toEqual([
		{
			action: 'SETTINGS_UPDATED',
			admin_id: null,
			ip_address: 'this computer',
			details: 'maintenance mode on',
		},
	]);
	expect(await query(url, 'select target, type from announcements')).toEqual([
		{ target: 'admins', type: 'warning' },
	]);
});

test('the maintenance command uses a database that already runs on the data folder, and leaves it running', async () => {
	const base = await createTempFolder();
	await chmod(base, 0o755);
	const dataDir = join(base, 'market');
	const folder = await copyMigratedDatabase(join(dataDir, 'postgres'));
	const postgres = await startEmbeddedPostgres({ folder });
	onTestFinished(postgres.stop);

	const { code, output } = await runMaintenance(['on'], { DATA_DIR: dataDir });

	expect({ code, output: output.slice(0, 2) }).toEqual({
		code: 0,
		output: [`Using the market that runs on ${dataDir}`, 'The market is closed for maintenance.'],
	});
	expect(await listSettings(postgres.url('postgres'))).toMatchObject([{ maintenance_mode: true }]);
});

test('the maintenance command reports wrong arguments before any database is opened', async () => {
	const { code, output, errors } = await runMaintenance(['maybe'], {
		DATABASE_URL: 'postgres://nowhere/x',
	});

	expect({ code, output }).toEqual({ code: 1, output: [''] });
	expect(errors).toMatch(/^Usage: npm run maintenance .*\n$/);
});

test('the maintenance command reports an empty database in one line', async () => {
	const { code, errors } = await runMaintenance([], { DATABASE_URL: inject('databaseServer') });

	expect({ code, errors }).toEqual({
		code: 1,
		errors: 'There is no market in this database yet: start it first, with npm start.\n',
	});
});

test.each([
	[['off'], { maintenanceMode: false }],
	[['on'], { maintenanceMode: true }],
	[
		['on', '--message', ' New disks. ', '--downtime=Until 6 PM'],
		{
			maintenanceMode: true,
			maintenanceMessage: 'New disks.',
			estimatedDowntime: 'Until 6 PM',
		},
	],
	[['--message', 'New disks.', 'on'], { maintenanceMode: true, maintenanceMessage: 'New disks.' }],
])('the maintenance arguments %j set only the texts that they name', (args, change) => {
	expect(readSettingsChange(args)).toEqual(change);
});

test('empty texts of the maintenance command restore the defaults', () => {
	expect(readSettingsChange(['on', '--message', '', '--downtime', ' '])).toEqual({
		maintenanceMode: true,
		maintenanceMessage: 'System is under maintenance. Please try again later.',
		estimatedDowntime: 'Unknown',
	});
});

describe('wrong arguments of the maintenance command', () => {
	test.each([
		['a word that is neither on nor off', ['maybe']],
		['on together with off', ['on', 'off']],
		['an unknown option', ['on', '--mesage', 'New disks.']],
		['an option without its text', ['on', '--message']],
		['a message for the end of maintenance', ['off', '--message', 'New disks.']],
		['a text without on or off', ['--downtime', 'an hour']],
	])('the maintenance command refuses %s', (_, args) => {
		expect(() => readSettingsChange(args)).toThrow(WrongArguments);
	});
});

test.each([
	[
		'--message',
		500,
		'The maintenance message can be at most 500 characters.',
		'maintenanceMessage',
	],
	['--downtime', 100, 'The estimated downtime can be at most 100 characters.', 'estimatedDowntime'],
])(
	'the maintenance option %s accepts at most %i characters, counted in code points',
	(option, maxCharacters, message, field) => {
		// One grapheme cluster of five code points and eight UTF-16 units.
		const families = '👨‍👩‍👧'.repeat(maxCharacters / 5);

		expect(readSettingsChange(['on', option, families])).toMatchObject({ [field]: families });
		expect(() => readSettingsChange(['on', option, `${families}x`])).toThrow(message);
	},
);
