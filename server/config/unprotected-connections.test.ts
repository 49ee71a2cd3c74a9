import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { findUnprotectedConnections } from './unprotected-connections.ts';

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

test.each([
	['http://collector.example:4318', 1],
	['https://collector.example:4318', 0],
	['http://127.0.0.1:4318', 0],
])('a trace collector at %s is reported %i times', (url, times) => {
	expect(unprotectedConnectionsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toHaveLength(times);
});
