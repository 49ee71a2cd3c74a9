import { expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openDatabaseEvents } from '#tests/support/database-events.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { query } from '#tests/support/query.ts';
import { EFFECTS } from './row-changes.ts';

const WAIT = { timeout: 20_000, interval: 5 };

/** Listens to a database, and records what both channels get and whether the database was up then. */
async function listenTo(url: string) {
	const events = await openDatabaseEvents(url);
	onTestFinished(events.close);
	const received: [channel: string, payload: string | undefined, isUp: boolean][] = [];
	for (const effect of ['dropKeptAnswers', 'readSettings'] as const)
		events.subscribe(effect, (payload) => received.push([EFFECTS[effect], payload, events.isUp()]));
	return { ...events, received };
}

const notify = (url: string, channel: string, payload: string) =>
	query(url, 'select pg_notify($1, $2)', [channel, payload]);

test('listeners get the database notifications of their channel in the order of commits, over one connection, until they unsubscribe or it is closed', async () => {
	const url = await cloneDatabase();
	const { received, sync, isListening, subscribe, close } = await listenTo(url);
	const unsubscribed = vi.fn();
	subscribe('readSettings', unsubscribed)();
	const countConnections = async () =>
		(
			await query(
				url,
				'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
			)
		).length;
	expect(await countConnections()).toBe(1);

	await notify(url, 'public_data', 'one');
	await notify(url, 'settings', '');
	await notify(url, 'public_data', 'two');

	expect(isListening()).toBe(true);
	expect(await sync()).toBe(true);
	expect(received).toEqual([
		['public_data', 'one', true],
		['settings', '', true],
		['public_data', 'two', true],
	]);
	expect(unsubscribed).not.toHaveBeenCalled();
	await close();
	await vi.waitUntil(async () => (await countConnections()) === 0, WAIT);
});

test.each([
	['is disconnected', (flaky: { disconnect: () => Promise<void> }) => flaky.disconnect()],
	['stops answering', async (flaky: { slow: (byMs: number) => void }) => flaky.slow(2000)],
])(
	'when the database %s, sync() resolves with false, and after the reconnection listeners are notified that events may be missing',
	async (_, disturb) => {
		const url = await cloneDatabase();
		const flaky = await openFlakyDatabase(url);
		const { received, sync, isListening } = await listenTo(flaky.url);

		await disturb(flaky);
		expect(await sync()).toBe(false);
		await vi.waitUntil(() => !isListening(), WAIT);
		await flaky.reconnect();
		await vi.waitUntil(isListening, WAIT);
		await notify(url, 'settings', 'again');
		await vi.waitUntil(() => received.length >= 3, WAIT);

		expect(received).toEqual([
			['public_data', undefined, true],
			['settings', undefined, true],
			['settings', 'again', true],
		]);
	},
);

test('database events that are opened while the database is down start to listen once the database is up', async () => {
	const url = await cloneDatabase();
	const flaky = await openFlakyDatabase(url);
	await flaky.disconnect();
	const { sync, isListening } = await listenTo(flaky.url);

	expect([isListening(), await sync()]).toEqual([false, false]);
	await flaky.reconnect();
	await vi.waitUntil(isListening, WAIT);

	expect(await sync()).toBe(true);
});
