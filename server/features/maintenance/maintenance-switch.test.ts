import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openDatabaseEvents } from '#tests/support/database-events.ts';
import { query } from '#tests/support/query.ts';
import { openRecordedLog } from '#tests/support/recorded-log.ts';
import { openMaintenanceSwitch } from './maintenance-switch.ts';
import { saveSettings } from './queries.ts';

/** An interval longer than any test, so that the settings are read again only after a notification. */
const NEVER_MS = 3_600_000;
const DEFAULT_SETTINGS = {
	maintenanceMode: false,
	maintenanceMessage: 'System is under maintenance. Please try again later.',
	estimatedDowntime: 'Unknown',
	closedAt: null,
};
const UNCHANGED_TEXTS = { maintenanceMessage: undefined, estimatedDowntime: undefined };

async function openTestSwitch(databaseUrl: string, refreshIntervalMs = NEVER_MS) {
	const { db, close } = openPool(databaseUrl, () => undefined);
	onTestFinished(close);
	const log = pino({ level: 'silent' });
	const events = await openDatabaseEvents(databaseUrl);
	onTestFinished(events.close);
	const maintenance = await openMaintenanceSwitch({ db, events, log, refreshIntervalMs });
	onTestFinished(maintenance.close);
	return { ...maintenance, db };
}

describe('maintenance setting', () => {
	test('maintenance is off at first, with the default texts; an instance that starts during maintenance knows that it is on', async () => {
		const url = await cloneDatabase();
		const { db, current: before } = await openTestSwitch(url);
		expect(before()).toEqual(DEFAULT_SETTINGS);
		await saveSettings(db, {
			maintenanceMode: true,
			maintenanceMessage: 'New disks.',
			estimatedDowntime: 'An hour',
		});

		const { current } = await openTestSwitch(url);

		expect(current()).toEqual({
			maintenanceMode: true,
			maintenanceMessage: 'New disks.',
			estimatedDowntime: 'An hour',
			closedAt: expect.any(Date),
		});
	});

	test('the start time of maintenance stays the same when only the texts change', async () => {
		const { db } = await openTestSwitch(await cloneDatabase());

		const begun = await saveSettings(db, { maintenanceMode: true, ...UNCHANGED_TEXTS });
		const fields = { maintenanceMessage: 'Nearly there.', estimatedDowntime: undefined };
		const reworded = await saveSettings(db, { maintenanceMode: undefined, ...fields });
		const ended = await saveSettings(db, { maintenanceMode: false, ...UNCHANGED_TEXTS });

		expect(begun.closedAt).toBeInstanceOf(Date);
		expect(reworded).toMatchObject({ maintenanceMode: true, closedAt: begun.closedAt });
		expect(ended.closedAt).toBeNull();
	});
});

describe('changes of the maintenance setting', () => {
	test('a change of the maintenance setting reaches every instance and its listeners', async () => {
		const url = await cloneDatabase();
		const [one, other] = [await openTestSwitch(url), await openTestSwitch(url)];
		const listeners = [vi.fn(), vi.fn()];
		one.onChange((now) => listeners[0]?.(now));
		other.onChange((now) => listeners[1]?.(now));

		await saveSettings(one.db, { maintenanceMode: true, ...UNCHANGED_TEXTS });
		await vi.waitUntil(() => listeners.every(({ mock }) => mock.calls.length > 0), 20_000);

		const on = { ...DEFAULT_SETTINGS, maintenanceMode: true, closedAt: expect.any(Date) };
		expect([one.current(), other.current()]).toEqual([on, on]);
		expect(listeners.map(({ mock }) => mock.calls)).toEqual([[[on]], [[on]]]);
	});

	test('a change of the maintenance setting is found even if PostgreSQL sends no notification', async () => {
		const url = await cloneDatabase();
		const { db, current } = await openTestSwitch(url, 20);
		await query(url, 'alter table settings disable trigger settings_announced');

		await saveSettings(db, { maintenanceMode: true, ...UNCHANGED_TEXTS });

		await vi.waitUntil(() => current().maintenanceMode, 20_000);
	});

	test('a change of the maintenance setting while the database connection is broken is found after the reconnect', async () => {
		const url = await cloneDatabase();
		const { current } = await openTestSwitch(url);

		await query(
			url,
			`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and application_name = 'pulse'`,
		);
		await query(url, 'update settings set maintenance_mode = true');

		await vi.waitUntil(() => current().maintenanceMode, 20_000);
	});
});

test('while the maintenance setting cannot be read, the value read last stays in force', async () => {
	const url = await cloneDatabase();
	const { log, entries } = openRecordedLog('warn');
	const { db, close } = openPool(url, () => undefined);
	onTestFinished(close);
	await saveSettings(db, { maintenanceMode: true, ...UNCHANGED_TEXTS });
	const events = await openDatabaseEvents(url);
	onTestFinished(events.close);
	const maintenance = await openMaintenanceSwitch({ db, events, log, refreshIntervalMs: 20 });
	onTestFinished(maintenance.close);

	await query(url, 'alter table settings rename to settings_away');
	await vi.waitUntil(() => entries.length > 0, 20_000);

	expect(maintenance.current().maintenanceMode).toBe(true);
});

test('opening the maintenance switch fails when the settings table has no row', async () => {
	const url = await cloneDatabase();
	await query(url, 'delete from settings');

	await expect(openTestSwitch(url)).rejects.toThrow('The settings have no row.');
});
