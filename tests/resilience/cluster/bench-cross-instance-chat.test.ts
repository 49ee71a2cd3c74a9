import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { openRedis } from '#tests/support/redis-server.ts';
import { measureCrossInstanceChat } from '../../../bench/scenarios/cross-instance-chat.ts';

describeWithPrograms(['redis-server'], 'the benchmark of two instances', () => {
	test('delivers every message, on the same instance and on the other', async () => {
		const redis = await openRedis();

		const measurements = await measureCrossInstanceChat({
			databaseUrl: await cloneDatabase(),
			redisUrl: redis.url,
			messages: 3,
			rounds: 1,
		});

		expect([
			measurements.sameInstance.flat().length,
			measurements.acrossInstances.flat().length,
		]).toEqual([3, 3]);
	});
});
