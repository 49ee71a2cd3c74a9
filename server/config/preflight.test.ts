import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { openRecordedLog } from '#tests/support/recorded-log.ts';
import { readConfig } from './config.ts';
import {
	findUnprotectedConnections,
	requireUsableConfig,
	warnAboutUnprotectedConnections,
} from './preflight.ts';

const base = await createTempFolder();
const check = (dataDir: string) =>
	requireUsableConfig({
		dataDir,
		host: '127.0.0.1',
		port: 0,
		metricsPort: undefined,
		webFolder: undefined,
	});

test('several first starts at the same time create the same nested data folder', async () => {
	const dataDir = join(base, 'srv', 'market', 'data');

	for (let round = 0; round < 10; round += 1) {
		await Promise.all([check(dataDir), check(dataDir), check(dataDir)]);
		await rm(join(base, 'srv'), { recursive: true });
	}
});

test.runIf(process.platform === 'linux')(
	'a data folder below a folder in which no folder can be created is refused at once',
	async () => {
		await expect(check('/proc/market/data')).rejects.toThrow(
			'DATA_DIR: /proc/market/data is not a writable folder (ENOENT)',
		);
	},
);

const JWT_SECRET = 's'.repeat(32);
const DATABASE_URL = 'postgres:///market';
const PLAIN = { lacks: 'encryption' };

const unprotectedConnectionsOf = (environment: Record<string, string>) =>
	findUnprotectedConnections(readConfig({ JWT_SECRET, DATABASE_URL, ...environment }));

describe('unencrypted connections to a database', () => {
	test('a database on another machine is reported if its URL has no sslmode, and a database on this computer is not', () => {
		const remote = 'postgres://me:secret@db.example:5432/market';
		expect(unprotectedConnectionsOf({ DATABASE_URL: remote })).toEqual([
			{ variable: 'DATABASE_URL', ...PLAIN },
		]);
		const byHost = { DATABASE_URL: 'postgres:///market?host=db.example' };
		expect(unprotectedConnectionsOf(byHost)).toMatchObject([PLAIN]);

		for (const url of [
			'postgres://me@db.example/market?sslmode=verify-full',
			'postgres://me@db.example/market?sslmode=disable',
			'postgres://me@127.0.0.1:5432/market',
			'postgres://me@[::1]:5432/market',
			'postgres://localhost/market',
			'postgres:///market',
			'postgres://me@/market?host=/run/postgresql',
			'postgres://me@%2Frun%2Fpostgresql/market',
		])
			expect(unprotectedConnectionsOf({ DATABASE_URL: url }), url).toEqual([]);
	});
});

describe('unprotected connections to Redis', () => {
	const variable = 'REDIS_URL';

	test.each([
		['redis://:secret@cache:6379', ['encryption']],
		['redis://cache', ['encryption', 'password']],
		['rediss://cache:6379', ['password']],
		['rediss://:secret@cache:6379', []],
		['redis://127.0.0.1:6379', []],
	])('the Redis address %s is reported to lack %j', (url, lacks) => {
		expect(unprotectedConnectionsOf({ REDIS_URL: url })).toEqual(
			lacks.map((what) => ({ variable, lacks: what })),
		);
	});
});

test('each unprotected connection is logged as a warning at the start', () => {
	const { log, entries } = openRecordedLog('warn');
	const config = readConfig({ JWT_SECRET, DATABASE_URL: 'postgres://me@db.example/market' });

	warnAboutUnprotectedConnections(config, log);

	expect(entries).toMatchObject([{ variable: 'DATABASE_URL', lacks: 'encryption' }]);
});
