import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { openRedisServer } from '#tests/support/redis-server.ts';
import { measureCrossInstanceChat } from '../../../bench/scenarios/cross-instance-chat.ts';

describeWithPrograms(['redis-server'], 'the benchmark of chats between two instances', () => {
	test('the benchmark delivers every message, within one instance and to the other instance', async () => {
		const redis = await openRedisServer();

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
