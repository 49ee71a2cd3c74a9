import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openCluster } from '#server/cluster/cluster.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openRedisServer } from '#tests/support/redis-server.ts';

describeWithPrograms(['redis-server'], 'counters that instances share', () => {
	test('a refund reduces the count of a key by one, and does nothing for a key whose time window has ended', async () => {
		const { url } = await openRedisServer();
		const cluster = await openCluster(url, pino({ level: 'silent' }));
		onCleanup(cluster.close);
		const counter = cluster.openCounter('passwords tried', 60);
		await counter.add('key');
		await counter.add('key');

		await counter.refund('key');
		await counter.refund('ended');

		expect((await counter.add('key')).count).toBe(2);
		expect((await counter.add('ended')).count).toBe(1);
	});
});
