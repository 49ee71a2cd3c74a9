import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { allEndpoints } from '#tests/support/contract-endpoints.ts';
import { saveSettings } from './queries.ts';

const ELSEWHERE = 'https://other.example';
const t = await openApp({ CORS_ORIGINS: ELSEWHERE });
const { app: other } = await openApp({ CORS_ORIGINS: ELSEWHERE, DATABASE_URL: t.url });
const seller = await t.student();
const item = await t.item(seller);

const MESSAGE = { maintenanceMessage: 'New disks are going in.', estimatedDowntime: 'Until 6 PM' };
const REFUSAL = {
	success: false,
	maintenance: true,
	code: 'maintenance/closed',
	message: 'New disks are going in.',
	estimatedDowntime: 'Until 6 PM',
};
const endpoints = (await allEndpoints()).filter(({ path }) => !path.startsWith('/admin/'));
const endpointsForBrowsers = endpoints.filter(({ status }) => status === 302);

/** Waits until both instances know. */
async function setMaintenance(
	maintenanceMode: boolean,
	maintenanceMessage = MESSAGE,
): Promise<void> {
	await saveSettings(t.db, { maintenanceMode, ...maintenanceMessage });
	for (const app of [t.app, other]) {
		await vi.waitUntil(async () => {
			const res = await app.inject('/api/admin/maintenance');
			const { maintenance, message } = res.json();
			return maintenance === maintenanceMode && message === maintenanceMessage.maintenanceMessage;
		}, 20_000);
	}
}

describe('the maintenance status', () => {
	test.each(['/api/admin/maintenance', '/admin/maintenance'])(
		'at %s is off, with the default texts, and is not cached',
		async (url) => {
			const res = await t.app.inject(url);

			expect(res.statusCode).toBe(200);
			expect(res.headers['content-type']).toBe('application/json; charset=utf-8');
			expect(res.headers['cache-control']).toBe('no-store');
			expect(res.json()).toEqual({
				success: true,
				maintenance: false,
				maintenanceMode: false,
				message: 'System is under maintenance. Please try again later.',
				estimatedDowntime: 'Unknown',
				since: null,
			});
		},
	);
});

describe('while maintenance is on', () => {
	beforeEach(() => setMaintenance(true));
	afterEach(() => setMaintenance(false));

	test('there are endpoints to try', () => {
		expect(endpoints.length).toBeGreaterThan(80);
		expect(endpointsForBrowsers.length).toBeGreaterThan(0);
	});

	test.each(endpoints)('$method $path is answered 503, whatever is sent', async (endpoint) => {
		const { method, path } = endpoint;
		const res = await t.app.inject({
			method,
			url: `/api${path.replace(/:\w+/g, '1')}`,
			headers: { authorization: 'Bearer abc.def.ghi', 'content-type': 'application/json' },
			...(method !== 'GET' && { payload: '{"broken' }),
		});

		expect(res.statusCode).toBe(503);
		expect(res.json()).toEqual(REFUSAL);
		expect(res.headers['content-type']).toBe('application/json; charset=utf-8');
		expect(res.headers['retry-after']).toBe('30');
		expect(res.headers['cache-control']).toBe('no-store');
	});

	test.each(endpointsForBrowsers)(
		'a browser that goes to $path is redirected to the maintenance page',
		async ({ path }) => {
			const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

			const res = await t.app.inject({ url: `/api${path}?code=x&state=y`, headers });

			expect(res.statusCode).toBe(302);
			expect(res.headers.location).toBe('/maintenance');
			expect(res.headers['cache-control']).toBe('no-store');
			expect(res.body).toBe('');
		},
	);

	test('a signed-in user gets the same refusal', async () => {
		const res = await t.as(seller).get('/profile/get-profile');

		expect(res.statusCode).toBe(503);
		expect(res.json()).toEqual(REFUSAL);
	});

	test.each([
		'/api/%61uth',
		'/%61pi/auth',
		'/api/auth/',
		'/api/no-such-call',
		'/api/administrators',
		'/api/docsy',
		'/api',
		'/api?x=1',
	])('%s is refused like any other call', async (url) => {
		const res = await t.app.inject({ url, headers: { authorization: `Bearer ${seller.token}` } });

		expect(res.statusCode).toBe(503);
		expect(res.json()).toEqual(REFUSAL);
	});

	test('every instance refuses calls, whichever stored the setting', async () => {
		const res = await other.inject('/api/item/get-all-items');

		expect(res.statusCode).toBe(503);
		expect(res.json()).toEqual(REFUSAL);
	});

	test.each(['/api/admin/maintenance', '/admin/maintenance'])(
		'the status at %s says so, with the texts and the time of closing',
		async (url) => {
			const res = await t.app.inject(url);

			expect(res.statusCode).toBe(200);
			expect(res.json()).toEqual({
				success: true,
				maintenance: true,
				maintenanceMode: true,
				message: 'New disks are going in.',
				estimatedDowntime: 'Until 6 PM',
				since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			});
		},
	);

	test.each(['/health/live', '/health/ready', '/api/docs', '/api/docs/json'])(
		'%s is served as usual',
		async (url) => {
			expect((await t.app.inject(url)).statusCode).toBe(200);
		},
	);

	test('an unknown call of the back-office is answered 404 as usual', async () => {
		const res = await t.app.inject('/api/admin/no-such-call');

		expect(res.statusCode).toBe(404);
	});

	test('photos are served as usual', async () => {
		const [photo] = item.hashes;

		const res = await t.app.inject(`/photos/${photo}-320.webp`);

		expect(res.statusCode).toBe(200);
	});

	test.each(['/', '/category/Books', '/maintenance', '/login'])(
		'the page at %s is served, with no more data than the categories',
		async (url) => {
			const res = await t.app.inject(url);

			expect(res.statusCode).toBe(200);
			expect(res.headers['content-type']).toBe('text/html; charset=utf-8');
			expect([...res.body.matchAll(/"(\/api\/[^"?]*)/g)].map(([, path]) => path)).toEqual([
				'/api/catalogue/categories',
			]);
		},
	);

	test.each([`/item/${item.id}`, `/people/${seller.id}`])(
		'the page at %s does not say that anything is gone',
		async (url) => {
			const res = await t.app.inject(url);

			expect(res.statusCode).toBe(200);
			expect(res.body).toContain('<title>Passdown</title>');
		},
	);

	test('pages of other origins can read the refusal, and preflight requests are answered', async () => {
		const origin = { origin: ELSEWHERE };
		const url = '/api/item/get-all-items';
		const preflight = { ...origin, 'access-control-request-method': 'GET' };

		const refused = await t.app.inject({ url, headers: origin });
		const response = await t.app.inject({ method: 'OPTIONS', url, headers: preflight });

		expect(refused.statusCode).toBe(503);
		expect(refused.headers['access-control-allow-origin']).toBe(ELSEWHERE);
		expect(refused.headers['access-control-expose-headers']).toContain('Retry-After');
		expect(response.statusCode).toBe(204);
	});

	test('a changed message is sent at once', async () => {
		await setMaintenance(true, {
			maintenanceMessage: 'Nearly there.',
			estimatedDowntime: '5 minutes',
		});

		const res = await t.app.inject('/api/auth');

		expect(res.json()).toMatchObject({
			message: 'Nearly there.',
			estimatedDowntime: '5 minutes',
		});
	});
});

test('after maintenance every instance answers calls again', async () => {
	await setMaintenance(true);
	await setMaintenance(false);

	const [mine, theirs] = await Promise.all(
		[t.app, other].map((app) => app.inject('/api/item/get-all-items')),
	);

	expect([mine?.statusCode, theirs?.statusCode]).toEqual([200, 200]);
	expect(mine?.json()).toMatchObject([{ id: item.id }]);
});

test('at the start of maintenance open connections are told why and end, and new ones are refused with the same message', async () => {
	const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
	const reconnect = () => {
		const socket = io(address, {
			auth: { token: seller.token },
			reconnection: false,
			forceNew: true,
		});
		onTestFinished(() => void socket.close());
		return socket;
	};
	const open = reconnect();
	await new Promise<void>((resolve) => open.on('connect', resolve));
	const errorMessage = new Promise((resolve) => open.on('error-message', resolve));
	const closed = new Promise((resolve) => open.on('market-closed', resolve));
	const ended = new Promise<void>((resolve) => open.on('disconnect', () => resolve()));

	await setMaintenance(true);
	const message = await errorMessage;
	await ended;
	const refused = reconnect();
	const reason = await new Promise<Error>((resolve) => refused.on('connect_error', resolve));
	await setMaintenance(false);
	const welcome = reconnect();
	await new Promise<void>((resolve) => welcome.on('connect', resolve));

	expect(await closed).toEqual(REFUSAL);
	expect(message).toBe('New disks are going in.');
	expect(reason.message).toBe('New disks are going in.');
});
