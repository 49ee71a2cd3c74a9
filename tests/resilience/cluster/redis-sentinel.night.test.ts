import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { openCluster } from '#server/cluster/cluster.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openSentinelRedis } from '#tests/support/redis-sentinel.ts';

const WAIT = { timeout: 25_000, interval: 10 };

describeWithPrograms(['redis-server'], 'Redis with Sentinel', () => {
	test('the app follows a failover without a restart, and messages sent during the failover arrive', async () => {
		const { url, killPrimary } = await openSentinelRedis();
		const log = pino({ level: 'silent' });
		const [one, other] = [await openCluster(url, log), await openCluster(url, log)];
		onCleanup(one.close);
		onCleanup(other.close);
		const received: number[] = [];
		other.bus.subscribe('numbers', (id) => received.push(Number(id)));
		const publish = (id: number) => one.bus.publish('numbers', id);
		const counter = one.openCounter('visits', 60);

		publish(1);
		await vi.waitUntil(() => received.length === 1, WAIT);
		await killPrimary();
		await vi.waitUntil(() => one.degradedServices().length > 0, WAIT);
		publish(2);
		const localCount = await counter.add('gate');
		await vi.waitUntil(() => received.length === 2, WAIT);
		await vi.waitUntil(
			() => [one, other].every(({ degradedServices }) => degradedServices().length === 0),
			WAIT,
		);
		publish(3);
		await vi.waitUntil(() => received.length === 3, WAIT);

		expect(received).toEqual([1, 2, 3]);
		expect(localCount.count).toBe(1);
		expect((await other.openCounter('visits', 60).add('gate')).count).toBe(1);
		expect((await counter.add('gate')).count).toBe(2);
	});
});
