import type { Page } from 'playwright-core';
import type { factories } from '#tests/support/factories.ts';
import { timeTalk } from './chat-talk.ts';

/** A page of a browser that stays with one instance, of a person who is signed in. */
export type OpenPage = (at: {
	instance: number;
	path: string;
	as?: { id: number; token: string };
}) => Promise<Page>;

/** Milliseconds of each round, by what was done. */
export type Seen = Record<string, number[]>;

interface Options {
	open: OpenPage;
	made: ReturnType<typeof factories>;
	rounds: number;
}

/** Each is four events of a socket, which may send ten a second. */
const WORDS_EVERY_MS = 500;

/** How a page asks the market. */
interface Call {
	method?: string;
	path: string;
	token?: string;
	body?: object;
}

/** What a page that asks again and again waits for. */
interface Wanted extends Call {
	status?: number;
	/** No longer in the answer. */
	without?: string;
}

/** Does everything on the first instance as often as is asked for, and sees it on the second. */
export async function deedsSeen(options: Options): Promise<Seen> {
	const { open, rounds } = options;
	const seen: Seen = await talked(options);
	const [acting, watching] = [
		await open({ instance: 0, path: '/rules' }),
		await open({ instance: 1, path: '/rules' }),
	];
	seen['a notice'] = await noticed(options, acting);
	for (const [name, deed] of Object.entries(deedsOf(options))) {
		seen[name] = [];
		for (let round = 0; round < rounds; round++) {
			const { calls, wanted, after } = await deed();
			const sent = await acting.evaluate(whenCalled, calls);
			const shown = await watching.evaluate(whenAnswered, wanted);
			seen[name].push(shown - sent);
			if (after) await acting.evaluate(whenCalled, [after]);
		}
	}
	return seen;
}

/** A message, from the press of Enter until it stands in the other's chat. */
async function talked({ open, made, rounds }: Options): Promise<Seen> {
	const [seller, buyer] = [await made.student(), await made.student()];
	const item = await made.item(seller);
	const room = await made.conversation(item, buyer);
	await made.message(room, buyer, 'Is it there?');
	const buying = await open({ instance: 0, path: `/chat/${seller.id}/${item.id}`, as: buyer });
	const ready = (page: Page) =>
		page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor();
	await ready(buying);
	const chatting = await open({ instance: 1, path: `/chat/${item.id}/${buyer.id}`, as: seller });
	await ready(chatting);
	const seen = { 'a message': await timeTalk(buying, chatting, rounds, WORDS_EVERY_MS) };
	for (const page of [buying, chatting]) await page.close();
	return seen;
}

/** A warning, until the bell of whoever is warned counts one more. */
async function noticed({ open, made, rounds }: Options, acting: Page): Promise<number[]> {
	const [{ token }, person] = [await made.admin(), await made.student()];
	const page = await open({ instance: 1, path: '/rules', as: person });
	const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
	await bell('Notifications').waitFor();
	// Once its line is open, it asks for what came before.
	await page.waitForLoadState('networkidle');
	const taken: number[] = [];
	for (let round = 1; round <= rounds; round++) {
		const told = page.evaluate(whenBellSays, `Notifications, ${round} unread`);
		const path = `/api/admin/users/${person.id}/warn`;
		const body = { message: `Warning ${round}` };
		const sent = await acting.evaluate(whenCalled, [{ method: 'PUT', path, token, body }]);
		taken.push((await told) - sent);
	}
	await page.close();
	return taken;
}

/** Each makes its own people: nothing is done twice to the same. */
function deedsOf({ made }: Options) {
	async function maintenance() {
		const { token } = await made.admin({ roleLevel: 'super_admin' });
		const change = (maintenanceMode: boolean): Call => {
			return { method: 'PUT', path: '/api/admin/settings', token, body: { maintenanceMode } };
		};
		const wanted: Wanted = { path: '/api/item/get-all-items', status: 503 };
		return { calls: [change(true)], wanted, after: change(false) };
	}
	async function ban() {
		const [{ token }, person] = [await made.admin(), await made.student()];
		const path = `/api/admin/users/${person.id}/ban`;
		return {
			calls: [{ method: 'PUT', path, token, body: { reason: 'Enough.' } }],
			wanted: { path: '/api/auth', token: person.token, status: 401 },
			after: undefined,
		};
	}
	async function session() {
		const { token } = await made.student();
		return {
			calls: [{ method: 'POST', path: '/api/auth/logout', token }],
			wanted: { path: '/api/auth', token, status: 401 },
			after: undefined,
		};
	}
	async function listing() {
		const seller = await made.student();
		const { id } = await made.item(seller);
		return {
			calls: [{ method: 'PATCH', path: `/api/item/mark-as-sold/${id}`, token: seller.token }],
			wanted: { path: '/api/items?limit=10', without: `"id":${id},` },
			after: undefined,
		};
	}
	async function limit() {
		const { email } = await made.student();
		const body = { email, password: 'not the one' };
		const knock: Call = { method: 'POST', path: '/api/auth/login', body };
		return {
			calls: [knock, knock, knock, knock, knock],
			wanted: { ...knock, status: 429 },
			after: undefined,
		};
	}
	return {
		'the maintenance switch': maintenance,
		'a ban': ban,
		"a session's end": session,
		'a listing that is sold': listing,
		'a limit': limit,
	};
}

/** Runs in a page. @returns when the last was sent */
async function whenCalled(calls: readonly Call[]): Promise<number> {
	let sent = 0;
	for (const { method = 'GET', path, token, body } of calls) {
		sent = performance.timeOrigin + performance.now();
		const answer = await fetch(path, {
			method,
			headers: {
				...(token && { authorization: `Bearer ${token}` }),
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		if (!answer.ok && answer.status !== 401) throw new Error(`${path}: ${answer.status}`);
	}
	return sent;
}

/** Runs in a page, which asks as soon as it has its answer. @returns when it was the one that is wanted */
async function whenAnswered({ method = 'GET', path, token, body, status, without }: Wanted) {
	for (;;) {
		const answer = await fetch(path, {
			method,
			cache: 'no-store',
			headers: {
				...(token && { authorization: `Bearer ${token}` }),
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		const words = await answer.text();
		const isIt = status ? answer.status === status : answer.ok && !words.includes(without ?? '');
		if (isIt) return performance.timeOrigin + performance.now();
	}
}

/** Runs in a page. */
function whenBellSays(words: string): Promise<number> {
	return new Promise((resolve) => {
		const look = () => {
			if (!document.querySelector(`header a[aria-label="${words}"]`)) return;
			observer.disconnect();
			resolve(performance.timeOrigin + performance.now());
		};
		const observer = new MutationObserver(look);
		observer.observe(document, { attributes: true, childList: true, subtree: true });
		look();
	});
}
