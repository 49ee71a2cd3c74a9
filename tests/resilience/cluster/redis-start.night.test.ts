import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { openCluster } from '#server/cluster/cluster.ts';
import { parseRedisAddress } from '#server/cluster/redis/address.ts';
import { openRedisConnections } from '#server/cluster/redis/connections.ts';
import { openRedisStatus } from '#server/cluster/redis/status.ts';
import { waitForRedis } from '#server/cluster/redis/wait-for-redis.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms, openWithPrograms } from '#tests/support/debian-programs.ts';
import { freePorts } from '#tests/support/free-ports.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { startScript } from '#tests/support/process.ts';
import { openRedisServer } from '#tests/support/redis-server.ts';

const log = pino({ level: 'silent' });
const redis = await openWithPrograms(['redis-server'], openRedisServer);

/** A server that answers like Redis, and its INFO command with this text. */
async function openFakeRedis(info: string): Promise<string> {
	const bulk = `$${info.length}\r\n${info}\r\n`;
	const server = createServer((socket) => {
		socket.on('data', (sent) => {
			for (const name of String(sent).matchAll(/\r\n(hello|info|client|ping)\r\n/gi)) {
				const replies = { HELLO: "-ERR unknown command 'HELLO'\r\n", INFO: bulk };
				socket.write(replies[name[1]?.toUpperCase() as 'INFO'] ?? '+OK\r\n');
			}
		});
		socket.on('error', () => undefined);
	});
	const [port = 0] = await freePorts(1);
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	onCleanup(() => server.close());
	return `redis://127.0.0.1:${port}`;
}

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
		const connection = new Redis({ port, lazyConnect: true, retryStrategy: () => 10 });
		onCleanup(() => connection.disconnect());

		await expect(waitForRedis(connection, 'redis.example', 50)).rejects.toThrow(
			/^REDIS_URL: redis\.example can't be reached \(connect ECONNREFUSED .*\); start Redis there, or correct the address$/,
		);
	});

	test.each([
		[
			'redis_version:4.0.14\r\nredis_mode:standalone\r\nrole:master',
			'is version 4.0.14; update it to 5 or later, or to Valkey',
		],
		[
			'redis_version:7.2.4\r\nredis_mode:cluster\r\nrole:master',
			'is a cluster; name one server, or the sentinels of one',
		],
		[
			'redis_version:7.2.4\r\nredis_mode:standalone\r\nrole:slave',
			'is a copy; name the server that it follows',
		],
	])(
		'a Redis with the info %j stops the start with an error that names the fix',
		async (info, text) => {
			await expect(openCluster(await openFakeRedis(info), log)).rejects.toThrow(text);
		},
	);

	test('a missing permission of the Redis user stops the start with an error that names the refused command', async () => {
		const admin = new Redis(redis.url);
		onCleanup(() => admin.disconnect());
		await admin.acl('SETUSER', 'reader', 'on', '>only-reads', '~*', '+@all', '-@write');

		const url = `redis://reader:only-reads@127.0.0.1:${redis.port}`;
		await expect(openCluster(url, log)).rejects.toThrow(
			/^REDIS_URL: 127\.0\.0\.1:\d+ refuses what is needed \(NOPERM .*\); let its user do all with keys passdown:\*$/,
		);
	});

	test('the connections to Redis are reopened, even after the client has given up', async () => {
		const status = openRedisStatus(log);
		const { commands, reader, close } = await openRedisConnections(
			parseRedisAddress(redis.url),
			status,
		);
		onCleanup(close);

		for (const connection of [commands, reader]) {
			connection.disconnect();
			await once(connection, 'end');
			await once(connection, 'ready');
		}

		await vi.waitUntil(() => !status.isDegraded(), 20_000);
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
