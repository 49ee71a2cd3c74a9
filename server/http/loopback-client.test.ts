import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { isFromLoopback } from './client-address.ts';

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
