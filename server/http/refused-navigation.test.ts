import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { finishThirdPartySignIn, startThirdPartySignIn } from '#contract/auth/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { SIGNUP_AFTER_FAILURE } from '#contract/core/pages.ts';
import { AppError } from '#server/lib/app-error.ts';
import { openApp } from '#tests/support/app.ts';
import { mountErrors } from './errors.ts';
import { LIMITS } from './limits.ts';
import { CAPACITY, mountOverloadProtection } from './overload.ts';
import { BASE_HEADERS, RETRY_AFTER_SECONDS } from './security-headers.ts';
import { createHttpServer } from './server.ts';

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SIGN_INS = [startThirdPartySignIn, finishThirdPartySignIn].map(({ path }) => `/api${path}`);

test('above the rate limit of sign-ins, a browser is redirected to the sign-up page, and a script gets status 429', async () => {
	const { app } = await openApp({ RATE_LIMIT: 'on' });
	const remoteAddress = '203.0.113.9';
	const callback = `/api${finishThirdPartySignIn.path}?code=x&state=y`;
	for (let n = 0; n < LIMITS['signing in'].address; n++) {
		await app.inject({ url: callback, remoteAddress });
	}

	const navigations = await Promise.all(
		[...SIGN_INS, callback].map((url) => app.inject({ url, remoteAddress, headers: NAVIGATION })),
	);
	const call = await app.inject({ url: callback, remoteAddress });

	for (const { statusCode, headers, body } of navigations) {
		expect(statusCode).toBe(302);
		expect(headers.location).toBe(SIGNUP_AFTER_FAILURE);
		expect(headers['cache-control']).toBe('no-store');
		expect(headers['retry-after']).toBeUndefined();
		expect(body).toBe('');
	}
	expect(call.statusCode).toBe(429);
	expect(call.headers['retry-after']).toBeDefined();
});

test.each(SIGN_INS)(
	'a browser is redirected from %s to the sign-up page if the request fails',
	async (url) => {
		const app = Fastify();
		mountErrors(app);
		app.get(url, () => {
			throw new AppError('unavailable', REQUEST_ERRORS.unavailable);
		});

		const navigation = await app.inject({ url, headers: NAVIGATION });
		const call = await app.inject({ url, headers: { accept: 'application/json' } });

		expect(navigation.statusCode).toBe(302);
		expect(navigation.headers.location).toBe(SIGNUP_AFTER_FAILURE);
		expect(call.statusCode).toBe(503);
	},
);

/** An app without free capacity for third-party sign-ins, and for requests without a capacity of their own. */
async function openFullApp(): Promise<string> {
	const { serverFactory, handleFirst } = createHttpServer();
	const app = Fastify({ serverFactory });
	const released = Promise.withResolvers<void>();
	const full = Promise.withResolvers<void>();
	onTestFinished(() => {
		released.resolve();
		return app.close();
	});
	handleFirst([mountOverloadProtection(app)]);
	let startedCount = 0;
	app.get('/*', async () => {
		startedCount += 1;
		if (startedCount === CAPACITY.everythingElse + CAPACITY.providerSignIns) full.resolve();
		await released.promise;
		return 'done';
	});
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	for (let n = 0; n < CAPACITY.everythingElse; n++) void fetch(`${address}/slow`);
	for (let n = 0; n < CAPACITY.providerSignIns; n++) void fetch(`${address}${SIGN_INS[0]}`);
	await full.promise;
	return address;
}

test('a browser that signs in above capacity is redirected to the sign-up page, and other requests get status 503', async () => {
	const address = await openFullApp();
	const open = (path: string, headers: Record<string, string>) =>
		fetch(`${address}${path}`, { headers, redirect: 'manual' });

	const navigations = await Promise.all(
		SIGN_INS.map((path) => open(`${path}?code=x&state=y`, NAVIGATION)),
	);
	const others = [await open('/slow', NAVIGATION), await open(SIGN_INS[0] ?? '', {})];

	for (const { status, headers } of navigations) {
		expect(status).toBe(302);
		expect(Object.fromEntries(headers)).toMatchObject({
			...BASE_HEADERS,
			location: SIGNUP_AFTER_FAILURE,
			'cache-control': 'no-store',
		});
	}
	for (const { status, headers } of others) {
		expect(status).toBe(503);
		expect(headers.get('retry-after')).toBe(String(RETRY_AFTER_SECONDS));
	}
});
