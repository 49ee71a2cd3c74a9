import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { readConfig } from '#server/config/config.ts';
import { openApp } from '#tests/support/app.ts';
import { createRequestIdGenerator, isFromLoopback } from './request-headers.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const rawRequest = (id: string, remoteAddress: string) =>
	({ headers: { 'x-request-id': id }, socket: { remoteAddress } }) as never;

test('every response has a request id, the log entry of a failed request has the same id, and pages of the origins in CORS_ORIGINS can read the header', async () => {
	const t = await openApp({ CORS_ORIGINS: 'https://other.example' });
	const brokenSelect = vi.spyOn(t.db, 'select').mockImplementation(() => {
		throw new Error('a bug');
	});
	const headers = { origin: 'https://other.example' };

	const failed = await t.app.inject({ url: '/api/feedback/public', headers });
	brokenSelect.mockRestore();
	const responses = await Promise.all(
		['/', '/api/nothing', '/%', '/health/live'].map((url) => t.app.inject(url)),
	);

	const id = failed.headers['x-request-id'];
	expect(failed.json()).toEqual({ success: false, ...REQUEST_ERRORS.failed });
	expect(failed.headers['access-control-expose-headers']).toContain('x-request-id');
	const lines = t.log.map((line) => JSON.parse(line));
	expect(lines).toContainEqual(expect.objectContaining({ reqId: id, msg: 'request failed' }));
	for (const response of responses) expect(response.headers['x-request-id']).toMatch(UUID);
	// This error was intended; any error left in the list would fail the test.
	t.failures.splice(0);
});

test('a request id is accepted from a trusted proxy only, and only if it is a UUID', () => {
	const id = randomUUID();
	const idWithProxyList = createRequestIdGenerator('10.0.0.0/8, ::1');
	const idWithHopCount = createRequestIdGenerator((_address, hop) => hop < 1);
	const idWithoutProxy = createRequestIdGenerator(false);

	expect(idWithProxyList(rawRequest(id, '10.1.2.3'))).toBe(id);
	expect(idWithHopCount(rawRequest(id, '192.0.2.1'))).toBe(id);
	for (const requestId of [
		idWithProxyList(rawRequest(id, '192.0.2.1')),
		idWithoutProxy(rawRequest(id, '10.1.2.3')),
	]) {
		expect(requestId).toMatch(UUID);
		expect(requestId).not.toBe(id);
	}
	expect(idWithHopCount(rawRequest('one", "level": 60', '10.1.2.3'))).toMatch(UUID);
});

async function ask(TRUST_PROXY: string | undefined, remoteAddress: string, forwardedFor?: string) {
	const { trustProxy } = readConfig({ TRUST_PROXY });
	const app = Fastify({ trustProxy });
	app.get('/', (request) => ({ isLocal: isFromLoopback(request) }));
	const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
	return (await app.inject({ url: '/', remoteAddress, headers })).json().isLocal;
}

const LOCAL = '127.0.0.1';
const ELSEWHERE = '203.0.113.7';

test.each([
	[undefined, LOCAL, undefined, true],
	[undefined, ELSEWHERE, undefined, false],
	[undefined, ELSEWHERE, LOCAL, false],
	[undefined, LOCAL, ELSEWHERE, false],
	['0', LOCAL, ELSEWHERE, false],
	['10.0.0.0/8', LOCAL, ELSEWHERE, false],
	['loopback', LOCAL, ELSEWHERE, false],
	['loopback', LOCAL, LOCAL, true],
	['loopback', LOCAL, undefined, true],
])(
	'with TRUST_PROXY %s, a request from %s that is forwarded for %s counts as local: %s',
	async (trustProxy, address, forwardedFor, isLocal) => {
		expect(await ask(trustProxy, address, forwardedFor)).toBe(isLocal);
	},
);
