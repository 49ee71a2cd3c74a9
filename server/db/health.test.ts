import { expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { openRecordedLog } from '#tests/support/recorded-log.ts';
import { openHealthMonitor } from './health.ts';

const WAIT = { timeout: 20_000, interval: 5 };

async function monitor(url: string) {
	const { log, entries } = openRecordedLog('info');
	const healthMonitor = await openHealthMonitor(url, log);
	onTestFinished(healthMonitor.close);
	const changes: boolean[] = [];
	healthMonitor.onChange((isUp) => void changes.push(isUp));
	return { ...healthMonitor, changes, entries };
}

test.each([
	['is disconnected', (flaky: { disconnect: () => Promise<void> }) => flaky.disconnect()],
	['answers too late', async (flaky: { slow: (byMs: number) => void }) => flaky.slow(2000)],
])(
	'a database that %s is reported down once, and up once when it answers again',
	async (_, disturb) => {
		const flaky = await openFlakyDatabase(await cloneDatabase());
		const { isUp, changes, entries } = await monitor(flaky.url);
		expect(isUp()).toBe(true);

		await disturb(flaky);
		await vi.waitUntil(() => changes.length === 1, WAIT);
		const meanwhile = isUp();
		await flaky.reconnect();
		await vi.waitUntil(() => changes.length === 2, WAIT);

		expect(meanwhile).toBe(false);
		expect(isUp()).toBe(true);
		expect(changes).toEqual([false, true]);
		expect(entries.map(({ msg }) => msg)).toEqual([
			'the database does not answer',
			'the database answers again',
		]);
	},
);

test('the health monitor can be opened and closed while the database is down', async () => {
	const flaky = await openFlakyDatabase(await cloneDatabase());
	await flaky.disconnect();

	const { isUp, close } = await monitor(flaky.url);

	expect(isUp()).toBe(false);
	await close();
});
