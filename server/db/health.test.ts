import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/support/clone.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { openHealthMonitor } from './health.ts';

const WAIT = { timeout: 20_000, interval: 5 };

async function feel(url: string) {
	const lines: string[] = [];
	const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
	const pulse = await openHealthMonitor(url, log);
	onTestFinished(pulse.close);
	const told: boolean[] = [];
	pulse.onChange((isBeating) => void told.push(isBeating));
	return { ...pulse, told, lines };
}

test('is up while the database answers', async () => {
	const { isUp: isBeating } = await feel(await cloneDatabase());

	expect(isBeating()).toBe(true);
});

test.each([
	['is cut off', (flaky: { cut: () => Promise<void> }) => flaky.cut()],
	['answers late', async (flaky: { slow: (byMs: number) => void }) => flaky.slow(2000)],
])(
	'a database that %s is reported down once, and up once when it answers again',
	async (_, spoil) => {
		const flaky = await openFlakyDatabase(await cloneDatabase());
		const { isUp: isBeating, told, lines } = await feel(flaky.url);

		await spoil(flaky);
		await vi.waitUntil(() => told.length === 1, WAIT);
		const meanwhile = isBeating();
		await flaky.mend();
		await vi.waitUntil(() => told.length === 2, WAIT);

		expect(meanwhile).toBe(false);
		expect(isBeating()).toBe(true);
		expect(told).toEqual([false, true]);
		expect(lines).toEqual(['the database does not answer', 'the database answers again']);
	},
);

test('the monitor can be opened and closed while the database is down', async () => {
	const flaky = await openFlakyDatabase(await cloneDatabase());
	await flaky.cut();

	const { isUp: isBeating, close } = await feel(flaky.url);

	expect(isBeating()).toBe(false);
	await close();
});
