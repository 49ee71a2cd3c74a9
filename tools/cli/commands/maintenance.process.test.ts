import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { runCommand } from '#tests/support/cli-command.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { copyMigratedDatabase } from '#tests/support/migrated-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { WrongArguments } from '#tools/cli/arguments.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { readSettingsChange, run } from './maintenance.ts';

const listSettings = (url: string) =>
	query(url, 'select maintenance_mode, maintenance_message, estimated_downtime from settings');

test('the maintenance command prints the state, starts maintenance with the given texts and ends it; changes are in the audit log and announced to administrators', async () => {
	const url = await cloneDatabase();
	const runHere = async (...args: string[]) => {
		const { output, error } = await runCommand(run, args, { DATABASE_URL: url });
		expect(error).toBeUndefined();
		return output;
	};
	const texts = { maintenance_message: 'New disks.', estimated_downtime: 'Until 6 PM' };
	const before = await listSettings(url);

	expect(await runHere()).toEqual(['Using the database of DATABASE_URL', 'The market is open.']);
	expect(await listSettings(url)).toEqual(before);
	const closed = await runHere('on', '--message', 'New disks.', '--downtime', 'Until 6 PM');
	const whileClosed = await listSettings(url);
	const opened = await runHere('off');

	expect(closed.slice(1)).toEqual([
		'The market is closed for maintenance.',
		'Message: New disks.',
		'Estimated downtime: Until 6 PM',
	]);
	expect(whileClosed).toEqual([{ maintenance_mode: true, ...texts }]);
	expect(opened.at(-1)).toBe('The market is open.');
	expect(await listSettings(url)).toEqual([{ maintenance_mode: false, ...texts }]);
	const entries = await query(
		url,
		'select action, admin_id, ip_address, details from audit_log order by id',
	);
	expect(entries).toMatchObject([
		{ details: expect.stringContaining('maintenance mode on') },
		{
			action: 'SETTINGS_UPDATED',
			admin_id: null,
			ip_address: 'this computer',
			details: 'maintenance mode off',
		},
	]);
	const announced = await query(url, 'select target, type from announcements order by id');
	expect(announced[0]).toEqual({ target: 'admins', type: 'warning' });
});

test('the maintenance command uses a database that already runs on the data folder, and leaves it running', async () => {
	const base = await createTempFolder();
	await chmod(base, 0o755);
	const dataDir = join(base, 'market');
	const folder = await copyMigratedDatabase(join(dataDir, 'postgres'));
	const postgres = await startEmbeddedPostgres({ folder });
	onTestFinished(postgres.stop);

	const environment = { DATA_DIR: dataDir };
	const command = startScript('tools/cli/main.ts', ['maintenance', 'on'], environment);

	expect(await command.ended, command.errors()).toBe(0);
	expect(command.output().split('\n').slice(0, 2)).toEqual([
		`Using the market that runs on ${dataDir}`,
		'The market is closed for maintenance.',
	]);
	expect(await listSettings(postgres.url('postgres'))).toMatchObject([{ maintenance_mode: true }]);
});

test('the maintenance command reports an empty database in one line', async () => {
	const { error } = await runCommand(run, [], { DATABASE_URL: inject('databaseServer') });

	expect(reasonOf(error)).toBe(
		'There is no market in this database yet: start it first, with npm start.',
	);
});

test('the maintenance arguments set only the texts that they name, empty texts restore the defaults, and long texts are refused', () => {
	expect(readSettingsChange(['off'])).toEqual({ maintenanceMode: false });
	expect(readSettingsChange(['--message', ' New disks. ', 'on'])).toEqual({
		maintenanceMode: true,
		maintenanceMessage: 'New disks.',
	});
	expect(readSettingsChange(['on', '--downtime=Until 6 PM'])).toEqual({
		maintenanceMode: true,
		estimatedDowntime: 'Until 6 PM',
	});
	expect(readSettingsChange(['on', '--message', '', '--downtime', ' '])).toEqual({
		maintenanceMode: true,
		maintenanceMessage: 'System is under maintenance. Please try again later.',
		estimatedDowntime: 'Unknown',
	});
	// Characters are counted in code points: each family has five, and eight UTF-16 units.
	const families = '👨‍👩‍👧'.repeat(100);
	expect(readSettingsChange(['on', '--message', families])).toMatchObject({
		maintenanceMessage: families,
	});
	expect(() => readSettingsChange(['on', '--message', `${families}x`])).toThrow(
		'The maintenance message can be at most 500 characters.',
	);
});

test('wrong arguments of the maintenance command are refused', () => {
	for (const args of [
		['maybe'],
		['on', 'off'],
		['on', '--mesage', 'New disks.'],
		['on', '--message'],
		['off', '--message', 'New disks.'],
		['--downtime', 'an hour'],
	])
		expect(() => readSettingsChange(args), args.join(' ')).toThrow(WrongArguments);
});
