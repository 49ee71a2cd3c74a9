import { randomInt } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fc from 'fast-check';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import {
	type FuzzRequest,
	type MountedRoute,
	requestsFor,
} from '#tests/support/arbitrary-requests.ts';
import { fieldSweepRequests } from '#tests/support/field-sweep.ts';
import { openFuzzClient } from '#tests/support/fuzz-client.ts';
import { openFuzzFixtures } from '#tests/support/fuzz-fixtures.ts';
import { findResponseFaults } from '#tests/support/response-faults.ts';

/** `npm run test:security` sets 20,000 requests with a random seed; a failure can be repeated with its seed. */
// biome-ignore-start lint/style/noProcessEnv: the caller decides the number and the seed
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400);
const IS_LONG = REQUESTS >= 20_000;
const SEED = Number(process.env.FUZZ_SEED ?? (IS_LONG ? randomInt(2 ** 31) : 7));
// biome-ignore-end lint/style/noProcessEnv: as above
/** A short run sends one of this many requests of the field sweep. */
const SWEEP_STEP = IS_LONG ? 1 : 160;
/** After this many requests, the data to which requests refer is created anew. */
const REFRESH_INTERVAL = 200;

const routes: RouteOptions[] = [];
subscribe('fastify.initialization', (message) => {
	const { fastify } = message as { fastify: FastifyInstance };
	fastify.addHook('onRoute', (route) => void routes.push(route));
});
const t = await openApp();
const send = await openFuzzClient(await t.app.listen({ port: 0, host: '127.0.0.1' }));
const fixtures = await openFuzzFixtures(t);

/** Every route of the server; HEAD follows from GET. */
const mounted = routes.flatMap(({ method, url, config }): MountedRoute[] =>
	[method]
		.flat()
		.filter((each) => each !== 'HEAD')
		.map((each) => ({ method: each, url, endpoint: config?.endpoint })),
);

let requestCount = 0;

async function sendAndCheck(request: FuzzRequest): Promise<void> {
	if (requestCount++ % REFRESH_INTERVAL === 0) await fixtures.refresh();
	const response = await send(request, fixtures.tokenOf(request.who), fixtures.fillPlaceholders);
	const faults = [...findResponseFaults(request, response), ...t.failures.splice(0)];
	t.log.length = 0;
	expect(faults, JSON.stringify(request)).toEqual([]);
	// A client that signed itself out or was banned is replaced.
	if (response.status === 401 || response.status === 403) await fixtures.renew(request.who);
	if (request.path.includes('/settings') && response.status === 200)
		await fixtures.endMaintenance();
}

test('the server has more than 100 API routes, and the expected pages and files', () => {
	expect(mounted.filter(({ endpoint }) => endpoint).length).toBeGreaterThan(100);
	expect(mounted.map(({ url }) => url)).toEqual(
		expect.arrayContaining(['/item/:id', '/photos/:name', '/api/docs/json', '/admin/users']),
	);
});

test(`any request (${REQUESTS} requests, FUZZ_SEED=${SEED}) gets a response without a server error`, {
	timeout: REQUESTS * 1000,
}, async () => {
	const anyRequest = fc.oneof(...mounted.map(requestsFor));

	await fc.assert(fc.asyncProperty(anyRequest, sendAndCheck), {
		numRuns: REQUESTS,
		seed: SEED,
		endOnFailure: true,
	});
});

test('no input that is known to break servers causes a server error in any field of an endpoint', {
	timeout: REQUESTS * 1000,
}, async () => {
	const requests = fieldSweepRequests(mounted);

	for (const [n, request] of requests.entries())
		if (n % SWEEP_STEP === 0) await sendAndCheck(request);

	expect(requests.length).toBeGreaterThan(10_000);
});
