import { buffer } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClients } from '#tests/support/api-client.ts';
import { openApp } from '#tests/support/app.ts';
import { allEndpoints } from '#tests/support/contract-endpoints.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { saveSettings } from './queries.ts';

const OTHER_ORIGIN = 'https://other.example';
const t = await openApp({ CORS_ORIGINS: OTHER_ORIGIN });
const { app: other } = await openApp({ CORS_ORIGINS: OTHER_ORIGIN, DATABASE_URL: t.url });
const seller = await t.student();
const item = await t.item(seller);

const TEXTS = { maintenanceMessage: 'New disks are going in.', estimatedDowntime: 'Until 6 PM' };
const REFUSAL = {
	success: false,
	maintenance: true,
	code: 'maintenance/closed',
	message: 'New disks are going in.',
	estimatedDowntime: 'Until 6 PM',
};
const SERVED_DURING_MAINTENANCE = ['/health/live', '/health/ready', '/api/docs', '/api/docs/json'];
const answersBefore = new Map<string, string>();
for (const url of SERVED_DURING_MAINTENANCE) answersBefore.set(url, (await t.app.inject(url)).body);
const endpoints = (await allEndpoints()).filter(({ path }) => !path.startsWith('/admin/'));
const endpointsForBrowsers = endpoints.filter(({ status }) => status === 302);

/** Changes the setting and waits until both instances have it. */
async function setMaintenance(maintenanceMode: boolean, texts = TEXTS): Promise<void> {
	await saveSettings(t.db, { maintenanceMode, ...texts });
	for (const app of [t.app, other]) {
		await vi.waitUntil(async () => {
			const res = await app.inject('/api/admin/maintenance');
			const { maintenance, message } = res.json();
			return maintenance === maintenanceMode && message === texts.maintenanceMessage;
		}, 20_000);
	}
}

describe('maintenance status', () => {
	test.each(['/api/admin/maintenance', '/admin/maintenance'])(
		'%s answers that maintenance is off, with the default texts, and is not cached',
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

	test('more than 80 endpoints are tested during maintenance', () => {
		expect(endpoints.length).toBeGreaterThan(80);
		expect(endpointsForBrowsers.length).toBeGreaterThan(0);
	});

	test.each(endpoints)(
		'during maintenance, $method $path answers 503, even to an invalid request',
		async (endpoint) => {
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
		},
	);

	test.each(endpointsForBrowsers)(
		'during maintenance, a browser that goes to $path is redirected to the maintenance page',
		async ({ path }) => {
			const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

			const res = await t.app.inject({ url: `/api${path}?code=x&state=y`, headers });

			expect(res.statusCode).toBe(302);
			expect(res.headers.location).toBe('/maintenance');
			expect(res.headers['cache-control']).toBe('no-store');
			expect(res.body).toBe('');
		},
	);

	test('during maintenance, a signed-in user’s request is refused with 503 too', async () => {
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
	])('during maintenance, a request for %s is refused with 503 too', async (url) => {
		const res = await t.app.inject({ url, headers: { authorization: `Bearer ${seller.token}` } });

		expect(res.statusCode).toBe(503);
		expect(res.json()).toEqual(REFUSAL);
	});

	test('during maintenance, an instance other than the one that stored the setting refuses requests too', async () => {
		const res = await other.inject('/api/item/get-all-items');

		expect(res.statusCode).toBe(503);
		expect(res.json()).toEqual(REFUSAL);
	});

	test.each(['/api/admin/maintenance', '/admin/maintenance'])(
		'%s answers that maintenance is on, with the texts and the start time',
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

	test.each(SERVED_DURING_MAINTENANCE)('%s answers during maintenance as before', async (url) => {
		const res = await t.app.inject(url);

		expect(res.statusCode).toBe(200);
		expect(res.body).toBe(answersBefore.get(url));
	});

	test.each(['/api/admin', '/api/admin?x=1', '/api/admin/no-such-call'])(
		'%s is no endpoint and answers 404 during maintenance too, because paths of the back-office are exempt',
		async (url) => {
			expect((await t.app.inject(url)).statusCode).toBe(404);
		},
	);

	test('during maintenance, back-office requests are authorized as usual', async () => {
		const url = '/admin/users';
		const admin = await t.admin();

		const [allowed, asStudent, asGuest] = [
			await t.as(admin).get(url),
			await t.as(seller).get(url),
			await t.as(null).get(url),
		];

		expect(allowed.statusCode).toBe(200);
		expect(allowed.json().users).toContainEqual(expect.objectContaining({ id: seller.id }));
		for (const refused of [asStudent, asGuest]) {
			expect(refused.statusCode).toBe(401);
			expect(refused.json()).not.toHaveProperty('users');
			expect(refused.json()).not.toHaveProperty('maintenance');
		}
	});

	test('during maintenance, photos are served as usual', async () => {
		const name = `${item.hashes[0]}-320.webp`;
		const stored = await t.store.read(name);

		const res = await t.app.inject(`/photos/${name}`);

		expect(res.statusCode).toBe(200);
		expect(stored && (await buffer(stored.content))).toEqual(res.rawPayload);
	});

	test.each(['/', '/category/Books', '/maintenance', '/login'])(
		'during maintenance, the page at %s is served, with the categories as its only embedded API data',
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
		'during maintenance, the page at %s does not say that the item or user was not found',
		async (url) => {
			const res = await t.app.inject(url);

			expect(res.statusCode).toBe(200);
			expect(res.body).toContain('<title>Passdown</title>');
		},
	);

	test.each(['/', '/category/Books', `/item/${item.id}`])(
		'during maintenance, search engines do not store the page at %s, whose data is missing',
		async (url) => {
			const res = await t.app.inject(url);

			expect(res.headers['x-robots-tag']).toBe('noindex');
		},
	);

	test('during maintenance, pages of other origins can read the refusal, and preflight requests are answered', async () => {
		const origin = { origin: OTHER_ORIGIN };
		const url = '/api/item/get-all-items';
		const preflight = { ...origin, 'access-control-request-method': 'GET' };

		const refused = await t.app.inject({ url, headers: origin });
		const response = await t.app.inject({ method: 'OPTIONS', url, headers: preflight });

		expect(refused.statusCode).toBe(503);
		expect(refused.headers['access-control-allow-origin']).toBe(OTHER_ORIGIN);
		expect(refused.headers['access-control-expose-headers']).toContain('Retry-After');
		expect(response.statusCode).toBe(204);
	});

	test('a maintenance message that is changed during maintenance is in the next refusal', async () => {
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

describe('after maintenance', () => {
	const instances = [
		['that stored the setting', t.app],
		['that was notified of the change', other],
	] as const;

	beforeEach(async () => {
		await setMaintenance(true);
		await setMaintenance(false);
	});

	test.each(instances)(
		'after maintenance, the instance %s lists items, stores changes and lets students sign in',
		async (_, app) => {
			const student = await t.student();
			const as = createClients(app);

			const list = await app.inject('/api/item/get-all-items');
			const saved = await as(student).put(`/saved/${item.id}`);
			const login = await as(null).post('/auth/login', {
				email: student.email,
				password: PASSWORD,
			});

			expect([list.statusCode, saved.statusCode, login.statusCode]).toEqual([200, 200, 200]);
			expect(list.json()).toMatchObject([{ id: item.id }]);
			expect((await as(student).get('/saved/ids')).json()).toMatchObject({ ids: [item.id] });
			const token = login.json().accessToken;
			expect((await as({ token }).get('/auth')).json()).toMatchObject({ user: { id: student.id } });
		},
	);
});

test('when maintenance starts, open socket connections get the message and end, and new ones are refused with that message', async () => {
	const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
	const connectSocket = () => {
		const socket = io(address, {
			auth: { token: seller.token },
			reconnection: false,
			forceNew: true,
		});
		onTestFinished(() => void socket.close());
		return socket;
	};
	const open = connectSocket();
	await new Promise<void>((resolve) => open.on('connect', resolve));
	const errorMessage = new Promise((resolve) => open.on('error-message', resolve));
	const closed = new Promise((resolve) => open.on('market-closed', resolve));
	const ended = new Promise<void>((resolve) => open.on('disconnect', () => resolve()));

	await setMaintenance(true);
	const message = await errorMessage;
	await ended;
	const refused = connectSocket();
	const reason = await new Promise<Error>((resolve) => refused.on('connect_error', resolve));
	await setMaintenance(false);
	const reconnected = connectSocket();
	await new Promise<void>((resolve) => reconnected.on('connect', resolve));

	expect(await closed).toEqual(REFUSAL);
	expect(message).toBe('New disks are going in.');
	expect(reason.message).toBe('New disks are going in.');
});
