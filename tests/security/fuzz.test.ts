import { randomInt } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fc from 'fast-check';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { type Mounted, requestsFor, type WildRequest } from '#tests/support/arbitrary-requests.ts';
import { openWorld } from '#tests/support/fuzzed-world.ts';
import { faultsOf } from '#tests/support/judging.ts';
import { sweptRequests } from '#tests/support/swept-requests.ts';
import { openWildSender } from '#tests/support/wild-sender.ts';

/** `npm run test:security` asks for 20,000 that nobody has seen before; a failure is seen again by its seed. */
// biome-ignore-start lint/style/noProcessEnv: how many and which is for whoever runs it to say
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400);
const IS_LONG = REQUESTS >= 20_000;
const SEED = Number(process.env.FUZZ_SEED ?? (IS_LONG ? randomInt(2 ** 31) : 7));
// biome-ignore-end lint/style/noProcessEnv: as above
/** Only every so many-th of the systematic requests is sent in a short run. */
const SWEEP_STEP = IS_LONG ? 1 : 160;
/** After this many requests the existing data is created anew. */
const ROUND = 200;

const routes: RouteOptions[] = [];
subscribe('fastify.initialization', (message) => {
	const { fastify } = message as { fastify: FastifyInstance };
	fastify.addHook('onRoute', (route) => void routes.push(route));
});
const t = await openApp();
const send = await openWildSender(await t.app.listen({ port: 0, host: '127.0.0.1' }));
const world = await openWorld(t);

/** Every route of the server; HEAD follows from GET. */
const mounted = routes.flatMap(({ method, url, config }): Mounted[] =>
	[method]
		.flat()
		.filter((each) => each !== 'HEAD')
		.map((each) => ({ method: each, url, endpoint: config?.endpoint })),
);

let sent = 0;

async function check(request: WildRequest): Promise<void> {
	if (sent++ % ROUND === 0) await world.refresh();
	const answer = await send(request, world.tokenOf(request.who), world.fill);
	const faults = [...faultsOf(request, answer), ...t.failures.splice(0)];
	t.log.length = 0;
	expect(faults, JSON.stringify(request)).toEqual([]);
	// A client that signed itself out or was banned is replaced.
	if (answer.status === 401 || answer.status === 403) await world.renew(request.who);
	if (request.path.includes('/settings') && answer.status === 200) await world.reopen();
}

test('the server has routes to try', () => {
	expect(mounted.filter(({ endpoint }) => endpoint).length).toBeGreaterThan(100);
	expect(mounted.map(({ url }) => url)).toEqual(
		expect.arrayContaining(['/item/:id', '/photos/:name', '/api/docs/json', '/admin/users']),
	);
});

test(`any request (${REQUESTS} requests, FUZZ_SEED=${SEED}) is answered without a server error`, {
	timeout: REQUESTS * 1000,
}, async () => {
	const anyRequest = fc.oneof(...mounted.map(requestsFor));

	await fc.assert(fc.asyncProperty(anyRequest, check), {
		numRuns: REQUESTS,
		seed: SEED,
		endOnFailure: true,
	});
});

test('inputs known to break servers are answered in every field of every endpoint without a server error', {
	timeout: REQUESTS * 1000,
}, async () => {
	const requests = sweptRequests(mounted);

	for (const [n, request] of requests.entries()) if (n % SWEEP_STEP === 0) await check(request);

	expect(requests.length).toBeGreaterThan(10_000);
});
