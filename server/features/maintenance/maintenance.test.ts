import { buffer } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
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
const STATUS_ADDRESSES = ['/api/admin/maintenance', '/admin/maintenance'];
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
	test('both addresses of the status answer that maintenance is off, with the default texts, and are not cached', async () => {
		for (const url of STATUS_ADDRESSES) {
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
		}
	});
});

describe('while maintenance is on', () => {
	beforeAll(() => setMaintenance(true));
	afterAll(() => setMaintenance(false));

	test('each endpoint answers 503, even to an invalid request and on the instance that was notified of the change', async () => {
		expect(endpoints.length).toBeGreaterThan(80);
		const wrong: string[] = [];
		for (const { method, path } of endpoints) {
			const request = {
				method,
				url: `/api${path.replace(/:\w+/g, '1')}`,
				headers: { authorization: 'Bearer abc.def.ghi', 'content-type': 'application/json' },
				...(method !== 'GET' && { payload: '{"broken' }),
			};
			for (const app of [t.app, other]) {
				const res = await app.inject(request);
				if (res.statusCode !== 503) wrong.push(`${method} ${path}: ${res.statusCode}`);
				else expect(res.json()).toEqual(REFUSAL);
				expect(res.headers).toMatchObject({
					'content-type': 'application/json; charset=utf-8',
					'retry-after': '30',
					'cache-control': 'no-store',
				});
			}
		}
		expect(wrong).toEqual([]);
	});

	test('a browser that goes to an endpoint of redirects is redirected to the maintenance page', async () => {
		expect(endpointsForBrowsers.length).toBeGreaterThan(0);
		for (const { path } of endpointsForBrowsers) {
			const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

			const res = await t.app.inject({ url: `/api${path}?code=x&state=y`, headers });

			expect(res.statusCode).toBe(302);
			expect(res.headers.location).toBe('/maintenance');
			expect(res.headers['cache-control']).toBe('no-store');
			expect(res.body).toBe('');
		}
	});

	test('a signed-in user’s request is refused with 503 too, in whatever way its address is written', async () => {
		for (const url of [
			'/api/profile/get-profile',
			'/api/%61uth',
			'/%61pi/auth',
			'/api/auth/',
			'/api/no-such-call',
			'/api/administrators',
			'/api/docsy',
			'/api',
			'/api?x=1',
		]) {
			const headers = { authorization: `Bearer ${seller.token}` };

			const res = await t.app.inject({ url, headers });

			expect(res.statusCode, url).toBe(503);
			expect(res.json()).toEqual(REFUSAL);
		}
	});

	test('both addresses of the status answer that maintenance is on, with the texts and the start time', async () => {
		for (const url of STATUS_ADDRESSES) {
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
		}
	});

	test('health checks and API documents answer as before, and other paths of the back-office 404, because they are exempt', async () => {
		for (const url of SERVED_DURING_MAINTENANCE) {
			const res = await t.app.inject(url);

			expect(res.statusCode, url).toBe(200);
			expect(res.body).toBe(answersBefore.get(url));
		}
		for (const url of ['/api/admin', '/api/admin?x=1', '/api/admin/no-such-call'])
			expect((await t.app.inject(url)).statusCode, url).toBe(404);
	});

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

	test('pages are served, with the categories as their only embedded API data, and do not say that an item or user was not found', async () => {
		for (const url of ['/', '/category/Books', '/maintenance', '/login']) {
			const res = await t.app.inject(url);

			expect(res.statusCode, url).toBe(200);
			expect(res.headers['content-type']).toBe('text/html; charset=utf-8');
			expect([...res.body.matchAll(/"(\/api\/[^"?]*)/g)].map(([, path]) => path)).toEqual([
				'/api/catalogue/categories',
			]);
		}
		for (const url of [`/item/${item.id}`, `/people/${seller.id}`]) {
			const res = await t.app.inject(url);

			expect(res.statusCode, url).toBe(200);
			expect(res.body).toContain('<title>Passdown</title>');
		}
		// Search engines do not store pages whose data is missing.
		for (const url of ['/', '/category/Books', `/item/${item.id}`])
			expect((await t.app.inject(url)).headers['x-robots-tag'], url).toBe('noindex');
	});

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
		onTestFinished(() => setMaintenance(true));

		const res = await t.app.inject('/api/auth');

		expect(res.json()).toMatchObject({
			message: 'Nearly there.',
			estimatedDowntime: '5 minutes',
		});
	});
});

test('after maintenance, the instance that stored the setting and the one that was notified list items, store changes and let students sign in', async () => {
	for (const app of [t.app, other]) {
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
	}
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
