import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { openCluster } from '#server/cluster/cluster.ts';
import { describeWith } from '#tests/support/debian-programs.ts';
import { openWatchedRedis } from '#tests/support/redis-sentinel.ts';
import { whenDone } from '#tests/support/when-done.ts';

const WAIT = { timeout: 25_000, interval: 10 };

describeWith(['redis-server'], 'a Redis under sentinels', () => {
	test('the app follows a failover without a restart, and messages sent meanwhile arrive', async () => {
		const { url, killPrimary } = await openWatchedRedis();
		const log = pino({ level: 'silent' });
		const [one, other] = [await openCluster(url, log), await openCluster(url, log)];
		whenDone(one.close);
		whenDone(other.close);
		const heard: number[] = [];
		other.bus.subscribe('chats over', ({ room }) => heard.push(Number(room)));
		const tell = (id: number) => one.bus.publish('chats over', { room: String(id) });
		const counter = one.openCounter('visits', 60);

		tell(1);
		await vi.waitUntil(() => heard.length === 1, WAIT);
		await killPrimary();
		await vi.waitUntil(() => one.degradedServices().length > 0, WAIT);
		tell(2);
		const alone = await counter.add('gate');
		await vi.waitUntil(() => heard.length === 2, WAIT);
		await vi.waitUntil(
			() => [one, other].every(({ degradedServices: troubles }) => troubles().length === 0),
			WAIT,
		);
		tell(3);
		await vi.waitUntil(() => heard.length === 3, WAIT);

		expect(heard).toEqual([1, 2, 3]);
		expect(alone.count).toBe(1);
		expect((await other.openCounter('visits', 60).add('gate')).count).toBe(1);
		expect((await counter.add('gate')).count).toBe(2);
	});
});
