import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fc from 'fast-check';
import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ADMIN_EVENTS, ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { photoFileName } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { isObject, validInputFor } from '#tests/support/arbitrary-values.ts';
import { type Canaries, plantCanaries } from '#tests/support/canaries.ts';
import { namesOf } from '#tests/support/field-sweep.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { dumpAll } from '#tests/support/personal-data.ts';
import { createUploadFolder, metadataIn } from '#tests/support/photo-files.ts';
import { query } from '#tests/support/query.ts';
import { joinRoomAs, openSockets, receivedTexts, sendMessage } from '#tests/support/sockets.ts';

const routes: RouteOptions[] = [];
subscribe('fastify.initialization', (message) => {
	const { fastify } = message as { fastify: FastifyInstance };
	fastify.addHook('onRoute', (route) => void routes.push(route));
});
const t = await openApp();
const outbox = await openOutbox(t);
const upload = await createUploadFolder();
const planted = await plantCanaries(t, outbox);
const { asha, friend, secret, visibleToAdmins } = planted;
const allCanaries = { ...secret, ...visibleToAdmins };
const ids = await idsOf(
	'users',
	'items',
	'reports',
	'feedback',
	'announcements',
	'notices',
	'admins',
);
const [users, items] = [await idsOf('users'), await idsOf('items')];

async function idsOf(...tables: string[]): Promise<number[]> {
	const rows = await Promise.all(
		tables.map((table) => query<{ id: string }>(t.url, `select id from ${table}`)),
	);
	return [...new Set(rows.flat().map(({ id }) => Number(id)))];
}

type Who = { token: string } | null;

/** The URLs of all photos in the responses so far. */
const photoUrls = new Set<string>();

/**
 * Sends a request, and notes the photos in its response.
 * @returns each kind of canary in the response and its headers, with the request: `email at GET /api/account`
 */
async function requestCanaries(
	who: Who,
	options: InjectOptions,
	canaries: Canaries,
): Promise<string[]> {
	const headers = { ...options.headers, ...(who && { authorization: `Bearer ${who.token}` }) };
	const res = await t.app.inject({ ...options, headers });
	const text = `${JSON.stringify(res.headers)}${res.body}`;
	for (const [address] of text.matchAll(/\/photos\/[\w-]+\.webp(\?[\w=&;-]*)?/g)) {
		photoUrls.add(address.replaceAll('&amp;', '&'));
	}
	const kinds = Object.keys(canaries).filter((kind) => text.includes(canaries[kind] ?? ''));
	return kinds.map((kind) => `${kind} at ${options.method ?? 'GET'} ${options.url}`);
}

interface ReachableRoute {
	url: string;
	method: string;
	endpoint: Endpoint | undefined;
}

const reachableRoutes = routes.flatMap(({ url, method, config }): ReachableRoute[] =>
	[method].flat().map((each) => ({ url, method: each, endpoint: config?.endpoint })),
);
const readable = reachableRoutes.filter(
	({ method, url }) => method === 'GET' && !url.includes('*'),
);
/** All write requests except the one that could start maintenance. */
const writable = reachableRoutes.filter(
	({ method, url }) => !['GET', 'HEAD'].includes(method) && url !== '/api/admin/settings',
);

/** Every URL of a route, with all existing ids; for a search, one URL per canary as well. */
function addressesOf({ url, endpoint }: ReachableRoute, canaries: Canaries): string[] {
	const names = [...url.matchAll(/:(\w+)/g)].map(([name]) => name);
	const [first = '', second] = names;
	const filled = second
		? users.flatMap((user) =>
				items.flatMap((item) => [url.replace(first, `${item}`).replace(second, `${user}`)]),
			)
		: valuesFor(first).map((value) => url.replace(first, value));
	const queryNames = endpoint ? namesOf(endpoint, 'query') : [];
	const search = queryNames.find((name) => name === 'q' || name === 'search');
	const searches = Object.values(search ? canaries : {}).map(
		(words) => `${filled[0]}?${new URLSearchParams([[search ?? '', words]])}`,
	);
	return [...filled, ...searches];
}

function valuesFor(name: string): string[] {
	if (name === ':category') return ['All', ...INITIAL_CATEGORIES];
	if (name === ':name') return planted.hidden.map((hash) => photoFileName(hash, 640));
	return name === '' ? [''] : ids.map(String);
}

/**
 * Reads every page and every readable endpoint. Pages ignore tokens, so only a guest reads them. Each back-office
 * endpoint refuses all clients but administrators alike, so other clients read one URL of it.
 * @returns the canaries in the responses
 */
async function crawl(who: Who, canaries: Canaries, isAdministrator = false): Promise<string[]> {
	const leaks: string[] = [];
	for (const route of readable) {
		const isPage = route.endpoint === undefined;
		if (isPage && who) continue;
		const isClosed = !isAdministrator && /^\/api\/admin\/\w/.test(route.url);
		const addresses = addressesOf(route, canaries).slice(0, isClosed ? 1 : undefined);
		for (const url of addresses) leaks.push(...(await requestCanaries(who, { url }, canaries)));
	}
	return leaks;
}

/**
 * Sends every write request, each from a new client. An id in the path is the id of Asha, who owns the planted secrets, of
 * her item, or the newest id of any table.
 * @returns the canaries in the responses
 */
async function sendHostileRequests(
	createClient: () => Promise<Who>,
	canaries: Canaries,
): Promise<string[]> {
	const leaks: string[] = [];
	const targetIds = [asha.id, planted.availableItemId, ids.at(-1)].map(String);
	for (const { url, method, endpoint } of writable) {
		const [payload] = endpoint?.body
			? fc.sample(validInputFor(endpoint.body), { numRuns: 1, seed: 7 })
			: [{}];
		for (const id of url.includes(':') ? targetIds : ['']) {
			const options = { method: method as 'POST', url: url.replace(/:\w+/g, id) };
			// Generated bodies have placeholders such as `~3~` for ids.
			const body = isObject(payload)
				? JSON.parse(JSON.stringify(payload).replace(/~\d+~/g, id))
				: {};
			leaks.push(
				...(await requestCanaries(await createClient(), { ...options, payload: body }, canaries)),
			);
		}
	}
	return leaks;
}

test('the canaries (planted personal data) are stored, and are found in responses that may show them', async () => {
	const dump = [...(await dumpAll(t.url)).values()].join('\n');
	const { password: _password, exif: _exif, token: _token, link: _link, ...stored } = allCanaries;

	for (const [kind, value] of Object.entries(stored)) expect(dump.includes(value), kind).toBe(true);
	const ownCanaries = await requestCanaries(asha, { url: '/api/account' }, allCanaries);
	expect(ownCanaries.map((found) => found.split(' ')[0])).toEqual(
		expect.arrayContaining(['email', 'pending', 'phone']),
	);
	const room = `/api/chat/conversation/${planted.room.itemId}/${planted.room.buyerId}`;
	expect(await requestCanaries(friend, { url: room }, allCanaries)).toHaveLength(2);
	expect(readable.length).toBeGreaterThan(80);
	expect(writable.length).toBeGreaterThan(50);
});

test('no endpoint and no page shows a canary to a guest, a stranger or another buyer', async () => {
	const buyer = await t.student();
	const room = await t.conversation({ id: planted.availableItemId }, buyer);
	await t.message(room, buyer, 'Is it there?');
	await t.message(room, asha, 'It is.');

	for (const who of [null, await t.student(), buyer])
		expect(await crawl(who, allCanaries)).toEqual([]);
});

test('no endpoint shows administrators a canary that even they may not see', async () => {
	const administrator = await t.admin({ roleLevel: 'super_admin' });

	expect(await crawl(administrator, secret, true)).toEqual([]);
});

test('photos in responses contain no metadata, and hidden photos cannot be fetched', async () => {
	await crawl(null, {});

	let photoCount = 0;
	for (const address of photoUrls) {
		const { statusCode, rawPayload } = await t.app.inject(address);
		const isPhoto = statusCode === 200 && rawPayload.subarray(0, 4).toString() === 'RIFF';
		if (isPhoto) {
			photoCount += 1;
			const { path } = await upload({ name: address, bytes: rawPayload });
			expect(await metadataIn(path), address).toEqual([]);
		}
		expect(rawPayload.includes(secret.exif ?? ''), address).toBe(false);
	}
	expect(photoCount).toBeGreaterThan(0);
	for (const hash of planted.hidden) {
		expect((await t.app.inject(`/photos/${photoFileName(hash, 640)}`)).statusCode).toBe(404);
	}
});

test('no realtime event shows a canary to users outside the chat or to administrators', async () => {
	const { address, connect } = await openSockets(t);
	const outsider = await t.student();
	const connections = [await connect(outsider), await connect(await t.student())];
	const { token } = await t.admin();
	const adminSocket = io(address + ADMIN_NAMESPACE, { auth: { token }, transports: ['websocket'] });
	onTestFinished(() => void adminSocket.close());
	await new Promise((resolve) => void adminSocket.once('connect', () => resolve(undefined)));
	const adminEvent = new Promise((resolve) => void adminSocket.once(ADMIN_EVENTS.changed, resolve));
	const received: unknown[] = [];
	for (const socket of [adminSocket, ...connections.map((connection) => connection.socket)]) {
		socket.onAny((...sent) => void received.push(sent));
	}
	const [ashaConnection, friendConnection] = [await connect(asha), await connect(friend)];
	await joinRoomAs(ashaConnection, asha, planted.room);
	await joinRoomAs(friendConnection, friend, planted.room);

	for (const connection of connections) {
		for (const userType of ['buyer', 'seller']) {
			received.push(await connection.request(CHAT_EVENTS.joinRoom, { ...planted.room, userType }));
		}
	}
	await sendMessage(ashaConnection, planted.room, secret.said);
	await vi.waitUntil(() => receivedTexts(friendConnection).includes(secret.said ?? ''), 20_000);
	const report = { complaint: visibleToAdmins.complaint, type: 'scam' };
	await t.as(asha).post(`/user-report/report-user/${friend.id}`, report);
	await adminEvent;
	await Promise.all(connections.map((connection) => connection.waitForPending()));

	expect(received.length).toBeGreaterThanOrEqual(5);
	const text = JSON.stringify(received);
	expect(Object.keys(allCanaries).filter((kind) => text.includes(allCanaries[kind] ?? ''))).toEqual(
		[],
	);
});

test('no response to write requests on another user’s data contains a canary', async () => {
	const asStudent = () => t.student();
	const asAdministrator = () => t.admin({ roleLevel: 'super_admin' });

	expect(await sendHostileRequests(async () => null, allCanaries)).toEqual([]);
	expect(await sendHostileRequests(asStudent, allCanaries)).toEqual([]);
	expect(await sendHostileRequests(asAdministrator, secret)).toEqual([]);
});

test('the log contains no canary after the requests and realtime events of all tests above', () => {
	const text = t.log.join('\n');

	expect(t.log.length).toBeGreaterThan(10);
	expect(Object.keys(allCanaries).filter((kind) => text.includes(allCanaries[kind] ?? ''))).toEqual(
		[],
	);
});

test('the name of an erased user is in no database table and in no log line', async () => {
	const word = `Gone${randomUUID().slice(0, 8)}`;
	const email = `${word.toLowerCase()}@campus.example`;
	const leaving = await t.student({ userName: word, email });
	const { id } = await t.item(leaving, { title: `Of ${word}` });
	const superAdmin = t.as(await t.admin({ roleLevel: 'super_admin' }));
	await t
		.as(leaving)
		.post(`/user-report/report-user/${friend.id}`, { complaint: `${word} was here.` });
	await t.as(leaving).post(`/report/report-item/${planted.room.itemId}`, { complaint: word });
	await t.as(leaving).post('/feedback/submit', { name: word, email, rating: 5, feedback: word });
	await superAdmin.get(`/admin/users?search=${email}`);
	await superAdmin.get(`/admin/users/export?search=${word}`);
	await superAdmin.get(`/admin/search?q=${word}`);
	await superAdmin.get(`/admin/reports?q=${word}`);
	await superAdmin.get(`/admin/feedback?q=${word}`);
	await superAdmin.get(`/admin/audit-logs?q=${word}`);
	await superAdmin.put(`/admin/users/${leaving.id}/warn`, { message: 'Please be kind.' });
	await superAdmin.put(`/admin/users/${leaving.id}/verify`, { isVerified: true });
	await superAdmin.put(`/admin/items/${id}/ban`, { reason: 'Spam.' });
	const before = await dumpAll(t.url);

	const res = await t.as(leaving).post('/account/delete', { password: PASSWORD });

	expect(res.statusCode).toBe(200);
	expect([...before.values()].join()).toContain(word);
	for (const [table, rows] of await dumpAll(t.url)) {
		expect(rows.toLowerCase().includes(word.toLowerCase()), table).toBe(false);
	}
	expect(t.log.join().toLowerCase()).not.toContain(word.toLowerCase());
});
