import { Agent, request as ask } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { items } from '#server/db/schema/items.ts';
import { settings } from '#server/db/schema/settings.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { createAnswer, createMemo } from './memo.ts';

/** Over a real connection: `inject` skips the handlers before Fastify. */
const t = await openApp();
const rateLimited = await openApp({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
const seller = await t.student();
const LIST = '/api/item/get-all-items?limit=24';
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
onCleanup(() => agent.destroy());
const PER_REQUEST_HEADERS = ['x-request-id', 'date'];

let address: string;

beforeAll(async () => {
	address = await t.app.listen({ port: 0, host: '127.0.0.1' });
	for (let count = 0; count < 3; count++) await t.item(seller);
});
beforeEach(() => t.app.memo.clear());

interface ReceivedResponse {
	status: number | undefined;
	headers: Record<string, unknown>;
	body: Buffer;
}

/** A plain GET, without the headers that `fetch` adds or the decoding it does. */
function get(
	path: string,
	headers: Record<string, string> = {},
	origin = address,
): Promise<ReceivedResponse> {
	return new Promise((resolve, reject) => {
		const clientRequest = ask(`${origin}${path}`, { headers, agent }, async (response) => {
			const body = Buffer.concat(await response.toArray());
			resolve({ status: response.statusCode, headers: response.headers, body });
		});
		clientRequest.on('error', reject).end();
	});
}

const withoutVaryingHeaders = ({ headers }: ReceivedResponse) =>
	Object.fromEntries(
		Object.entries(headers).filter(([name]) => !PER_REQUEST_HEADERS.includes(name)),
	);

/** Two responses to the same request: the first, which was created, and the fourth, which was kept. */
async function repeatRequest(
	path: string,
	headers?: Record<string, string>,
): Promise<[created: ReceivedResponse, kept: ReceivedResponse]> {
	t.app.memo.clear();
	const created = await get(path, headers);
	for (let time = 0; time < 2; time += 1) await get(path, headers);
	if (!isPage(path)) expect(t.app.memo.find(path)).toBeDefined();
	return [created, await get(path, headers)];
}

/** The answers of pages are kept under other keys than their addresses. */
const isPage = (path: string) => !/^\/(api|photos)\//.test(path);

const item = await t.item(seller);
const photo = `/photos/${item.hashes[0]}-320.webp`;

describe('a cached response', () => {
	test('repeats the body and the headers of the first response', async () => {
		for (const path of [
			LIST,
			'/api/items?q=casio',
			'/api/items/suggestions?q=cas',
			`/api/item/${item.id}/similar`,
			`/api/item/get-item-details/${item.id}`,
			'/api/item/get-item-by-category/Books',
			'/api/feedback/public',
			'/',
			`/item/${item.id}`,
			'/category/Books',
			photo,
		]) {
			const [created, cached] = await repeatRequest(path);

			expect([created.status, cached.status], path).toEqual([200, 200]);
			expect(cached.body.equals(created.body)).toBe(true);
			expect(withoutVaryingHeaders(cached)).toEqual(withoutVaryingHeaders(created));
			expect(cached.headers['x-request-id']).not.toBe(created.headers['x-request-id']);
			expect(cached.headers).not.toHaveProperty('set-cookie');
			const cacheControl = path === photo ? 'public, max-age=31536000, immutable' : 'no-cache';
			expect(cached.headers['cache-control']).toBe(cacheControl);
		}
	});

	test('of a photo is sent uncompressed, whatever encodings the client accepts', async () => {
		const [created, cached] = await repeatRequest(photo, { 'accept-encoding': 'gzip, br' });

		for (const { headers, body } of [created, cached]) {
			expect(body.toString()).toBe(`${item.hashes[0]} 320`);
			expect(headers).not.toHaveProperty('content-encoding');
			expect(headers.vary ?? '').not.toContain('accept-encoding');
		}
	});

	test('is dropped when the database reports a change by another program, such as a ban', async () => {
		const itemToBan = await t.item(seller);
		const path = `/photos/${itemToBan.hashes[0]}-640.webp`;
		await repeatRequest(path);

		await t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, itemToBan.id));

		await vi.waitUntil(() => t.app.memo.find(path) === undefined);
		expect((await get(path)).status).toBe(404);
	});

	test('lives for two seconds', async () => {
		await repeatRequest(LIST);

		await vi.waitUntil(() => t.app.memo.find(LIST) === undefined, { timeout: 2500 });

		await repeatRequest(LIST);
	});

	test('of a photo is used for the URL of the photo with any query', async () => {
		await repeatRequest(photo);
		const bodies = t.app.memo.find(photo);

		for (const query of ['?a', '?b', '?a']) {
			expect((await get(`${photo}${query}`)).status).toBe(200);
			expect(t.app.memo.find(`${photo}${query}`)).toBeUndefined();
		}

		expect(t.app.memo.find(photo)).toBe(bodies);
	});

	test('is not created for a profile picture, which may change at any time', async () => {
		const pictureHash = await t.photo();
		const { id } = await t.student({ pictureHash });
		const path = `/photos/${pictureHash}-320.webp`;
		for (let time = 0; time < 3; time += 1) expect((await get(path)).status).toBe(200);

		await t.db.update(users).set({ pictureHash: null }).where(eq(users.id, id));

		expect((await get(path)).status).toBe(404);
	});

	test.each([
		['gzip', gunzipSync],
		['br', brotliDecompressSync],
	] as const)(
		'is sent as %s to a client that accepts it, and uncompressed to others',
		async (encoding, decompress) => {
			const [plain] = await repeatRequest(LIST);
			const [, compressed] = await repeatRequest(LIST, { 'accept-encoding': encoding });
			const [, refused] = await repeatRequest(LIST, { 'accept-encoding': `${encoding};q=0` });

			expect(compressed.headers['content-encoding']).toBe(encoding);
			expect(compressed.headers.vary).toMatch(/accept-encoding/);
			expect(compressed.body.length).toBeLessThan(plain.body.length / 2);
			expect(decompress(compressed.body).equals(plain.body)).toBe(true);
			expect(refused.headers).not.toHaveProperty('content-encoding');
			expect(compressed.headers.etag).toBe(plain.headers.etag);
		},
	);

	test.each([LIST, `/item/${item.id}`])(
		'of %s has status 304 for a client with the current version, and status 200 after a change',
		async (path) => {
			const [{ headers }] = await repeatRequest(path);
			const conditionalHeaders = { 'if-none-match': String(headers.etag) };

			const [created, cached] = await repeatRequest(path, conditionalHeaders);
			await t.as(seller).patch(`/item/mark-as-sold/${(await t.item(seller)).id}`);
			await t.db
				.update(items)
				.set({ title: `Sold ${path}` })
				.where(eq(items.id, item.id));
			const answer = () => get(path, conditionalHeaders);
			await expect.poll(async () => (await answer()).status).toBe(200);
			const changed = await answer();

			for (const { status, body } of [created, cached]) {
				expect([status, body.length]).toEqual([304, 0]);
			}
			expect(changed.status).toBe(200);
			expect(changed.headers.etag).not.toBe(headers.etag);
		},
	);

	test('stays valid when a user signs in and signs out', async () => {
		const person = {
			userName: 'Asha',
			email: 'asha@comes.example',
			password: 'in, then out again',
		};
		await t.as(null).post('/auth/register', person);
		await repeatRequest(LIST);
		const kept = t.app.memo.find(LIST);

		const { accessToken } = (await t.as(null).post('/auth/login', person)).json();
		const logout = await t.as({ token: accessToken }).post('/auth/logout');

		expect(logout.statusCode).toBe(200);
		expect(t.app.memo.find(LIST)).toBe(kept);
	});

	test('is made once for many simultaneous requests, and not kept if something changes meanwhile', async () => {
		const memo = createMemo();
		const { promise, resolve } = Promise.withResolvers<void>();
		const create = vi.fn(async () => {
			await promise;
			return createAnswer(Buffer.from('[]'), 'application/json');
		});
		const askAll = () => Promise.all([1, 2, 3].map(() => memo.findOrCreate('/list', create)));

		const asked = askAll();
		memo.clear();
		const askedAfter = askAll();
		resolve();

		expect(new Set(await asked).size).toBe(1);
		expect(new Set(await askedAfter).size).toBe(1);
		expect(create).toHaveBeenCalledTimes(2);
		expect(memo.find('/list')).toBeUndefined();
		const [again] = await askAll();
		expect(memo.find('/list')).toBe(again);
		expect(create).toHaveBeenCalledTimes(3);
	});

	test('is neither served to signed-in users nor created by their requests', async () => {
		const authorization = `Bearer ${seller.token}`;
		const details = `/api/item/get-item-details/${item.id}`;
		async function requireUncached(path: string): Promise<void> {
			const { status, headers } = await get(path, { authorization });
			expect(status).toBe(200);
			expect(headers['cache-control']).toBe('no-store');
			expect(headers).not.toHaveProperty('etag');
		}

		for (const path of [LIST, details]) {
			t.app.memo.clear();
			await requireUncached(path);
			expect(t.app.memo.find(path)).toBeUndefined();
			await repeatRequest(path);
			await requireUncached(path);
		}
	});

	test('never contains data that only the owner may see', async () => {
		const banned = await t.item(seller, { bannedAt: new Date(), banReason: 'Not as shown' });
		const details = `/api/item/get-item-details/${banned.id}`;

		const own = await get(details, { authorization: `Bearer ${seller.token}` });
		expect(own.body.toString()).toContain('Not as shown');
		for (const path of [details, details, `/item/${banned.id}`, `/item/${banned.id}`]) {
			const { status, body } = await get(path);
			expect(status).toBe(404);
			expect(body.toString()).not.toContain('Not as shown');
		}
	});

	test('is separate for each theme', async () => {
		const page = async (cookie: string) => (await get('/', { cookie })).body.toString();

		expect(await page('theme=dark')).toContain('data-theme="dark"');
		expect(await page('theme=dark')).toContain('data-theme="dark"');
		expect(await page('theme=light')).toContain('data-theme="light"');
	});

	test('is not served during maintenance, neither for the API nor for pages with items', async () => {
		await t.db.update(items).set({ title: 'Before we closed' }).where(eq(items.id, item.id));
		t.app.memo.clear();
		await repeatRequest(LIST);
		await repeatRequest('/');

		await t.db.update(settings).set({ maintenanceMode: true });
		await expect.poll(async () => (await get(LIST)).status).toBe(503);
		const home = (await get('/')).body.toString();
		await t.db.update(settings).set({ maintenanceMode: false });
		await expect.poll(async () => (await get(LIST)).status).toBe(200);

		expect(home).not.toContain('Before we closed');
	});
});

test('cached responses count towards the rate limits', async () => {
	const limitedOrigin = await rateLimited.app.listen({ port: 0, host: '127.0.0.1' });
	const headers = { 'x-forwarded-for': '203.0.113.7' };
	const statuses: (number | undefined)[] = [];

	for (let batch = 0; batch < 11; batch++) {
		const responses = Array.from({ length: 100 }, () =>
			get('/api/feedback/public', headers, limitedOrigin),
		);
		statuses.push(...(await Promise.all(responses)).map(({ status }) => status));
	}

	const served = statuses.filter((status) => status === 200).length;
	expect(served).toBeGreaterThanOrEqual(900);
	expect(served).toBeLessThanOrEqual(1100 - 50);
	expect(statuses.at(-1)).toBe(429);
	expect(
		(await get('/api/feedback/public', { 'x-forwarded-for': '203.0.113.8' }, limitedOrigin)).status,
	).toBe(200);
});
