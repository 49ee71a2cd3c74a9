import { Agent, request as ask } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { items } from '#server/db/schema/items.ts';
import { settings } from '#server/db/schema/settings.ts';
import { users } from '#server/db/schema/users.ts';
import { openApp } from '#tests/support/app.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';

/** A single instance over a real connection: `inject` does not use the fast path. */
const t = await openApp({}, undefined, { isShared: false });
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
beforeEach(() => t.app.responseCache.awaitInvalidation());

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

const hits = () => t.app.responseCache.stats().hits;
const withoutVaryingHeaders = ({ headers }: ReceivedResponse) =>
	Object.fromEntries(
		Object.entries(headers).filter(([name]) => !PER_REQUEST_HEADERS.includes(name)),
	);

/** Two responses to the same request: the first, which was created, and the fourth, which came from the cache. */
async function repeatRequest(
	path: string,
	headers?: Record<string, string>,
): Promise<[created: ReceivedResponse, cached: ReceivedResponse]> {
	t.app.responseCache.clear();
	const created = await get(path, headers);
	await get(path, headers);
	const before = hits();
	await get(path, headers);
	const cached = await get(path, headers);
	expect(hits()).toBe(before + 2);
	return [created, cached];
}

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

	test('of a photo is removed when its item is banned, and stays when another item is banned', async () => {
		const itemToBan = await t.item(seller);
		const other = await t.item(seller);
		const path = `/photos/${itemToBan.hashes[0]}-640.webp`;
		await t.app.responseCache.awaitInvalidation();
		await repeatRequest(path);

		await t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, other.id));
		await t.app.responseCache.awaitInvalidation();
		const before = hits();
		expect((await get(path)).status).toBe(200);
		expect(hits()).toBe(before + 1);

		await t.db.update(items).set({ bannedAt: new Date() }).where(eq(items.id, itemToBan.id));
		await t.app.responseCache.awaitInvalidation();
		expect((await get(path)).status).toBe(404);
	});

	test('of a photo is used for the URL of the photo with any query', async () => {
		t.app.responseCache.clear();
		for (const query of ['', '?a', '?b', '?a', '?b']) {
			expect((await get(`${photo}${query}`)).status).toBe(200);
		}

		expect(t.app.responseCache.stats().entries).toBe(1);
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
			await t.app.responseCache.awaitInvalidation();
			const changed = await get(path, conditionalHeaders);

			for (const { status, body } of [created, cached]) {
				expect([status, body.length]).toEqual([304, 0]);
			}
			expect(changed.status).toBe(200);
			expect(changed.headers.etag).not.toBe(headers.etag);
		},
	);

	test('retains no memory besides its own bytes', async () => {
		await repeatRequest(LIST, { 'accept-encoding': 'br' });

		const cachedBodies = [...(t.app.responseCache.find(LIST)?.bodies.values() ?? [])];

		expect(cachedBodies).toHaveLength(2);
		for (const body of cachedBodies) {
			// A string has no memory besides its characters.
			const retained = typeof body === 'string' ? body.length : body.buffer.byteLength;
			expect(retained).toBe(body.length);
		}
	});

	test('stays valid when a user signs in and signs out', async () => {
		const person = {
			userName: 'Asha',
			email: 'asha@comes.example',
			password: 'in, then out again',
		};
		await t.as(null).post('/auth/register', person);
		await repeatRequest(LIST);
		const before = hits();

		const { accessToken } = (await t.as(null).post('/auth/login', person)).json();
		const logout = await t.as({ token: accessToken }).post('/auth/logout');
		// An invalidation caused by login or logout arrives before this resolves.
		await t.app.responseCache.awaitInvalidation();
		await get(LIST);

		expect(logout.statusCode).toBe(200);
		expect(hits()).toBe(before + 1);
	});

	test('is stored once for many simultaneous requests', async () => {
		t.app.responseCache.clear();
		const { misses } = t.app.responseCache.stats();

		const responses = await Promise.all(Array.from({ length: 20 }, () => get(LIST)));

		expect(new Set(responses.map(({ body }) => body.toString())).size).toBe(1);
		const stats = t.app.responseCache.stats();
		expect(stats.misses).toBeGreaterThan(misses);
		expect(stats.entries).toBe(1);
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
			t.app.responseCache.clear();
			await requireUncached(path);
			expect(t.app.responseCache.stats().entries).toBe(0);
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
		await t.app.responseCache.awaitInvalidation();
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
