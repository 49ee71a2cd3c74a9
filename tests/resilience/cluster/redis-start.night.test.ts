import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openCluster } from '#server/cluster/cluster.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms, openWithPrograms } from '#tests/support/debian-programs.ts';
import { freePorts } from '#tests/support/free-ports.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { startScript } from '#tests/support/process.ts';
import { openRedisServer } from '#tests/support/redis-server.ts';

const log = pino({ level: 'silent' });
const redis = await openWithPrograms(['redis-server'], openRedisServer);

describeWithPrograms(['redis-server'], 'connection to Redis', () => {
	test('a wrong Redis password stops the start with one line that names the variable and shows no password', async () => {
		const wrong = redis.url.replace(/:[^:@]*@/, ':quite-another@');
		const appProcess = startScript('server/main.ts', [], {
			...redis.environment(await cloneDatabase()),
			REDIS_URL: wrong,
		});

		expect(await appProcess.ended).toBe(1);
		expect(appProcess.errors()).toBe(
			`REDIS_URL: 127.0.0.1:${redis.port} does not accept the password; correct it\n`,
		);
	});

	test('a missing Redis password stops the start with an error about the password', async () => {
		await expect(openCluster(`redis://127.0.0.1:${redis.port}`, log)).rejects.toThrow(
			/^REDIS_URL: .* does not accept the password; correct it$/,
		);
	});

	test('an unreachable Redis stops the start with an error that names its host', async () => {
		const [port = 0] = await freePorts(1);

		await expect(openCluster(`redis://127.0.0.1:${port}`, log)).rejects.toThrow(
			/^REDIS_URL: 127\.0\.0\.1:\d+ can't be reached \(connect ECONNREFUSED .*\); start Redis there, or correct the address$/,
		);
	});

	test('a missing permission of the Redis user stops the start with an error that names the refused command', async () => {
		const admin = new Redis(redis.url);
		onCleanup(() => admin.disconnect());
		await admin.acl('SETUSER', 'reader', 'on', '>only-reads', '~*', '+@all', '-@write');

		const url = `redis://reader:only-reads@127.0.0.1:${redis.port}`;
		await expect(openCluster(url, log)).rejects.toThrow(
			/^REDIS_URL: 127\.0\.0\.1:\d+ refuses what is needed \(NOPERM .*\); name a single writable server, and let its user do all with keys and channels passdown:\*$/,
		);
	});

	test('the start waits for a Redis that is still starting', async () => {
		await redis.kill();
		const opening = openCluster(redis.url, log);
		await redis.start();

		const cluster = await opening;
		onCleanup(cluster.close);
		expect(cluster.degradedServices()).toEqual([]);
	});
});
