import type { Page } from 'playwright-core';
import type { factories } from '#tests/support/factories.ts';
import { whenChatIsReady } from './browser.ts';
import { timeMessages } from './browser-messages.ts';

/** Opens a browser page that always reaches the same instance, signed in where `as` is given. */
export type OpenPage = (at: {
	instance: number;
	path: string;
	as?: { id: number; token: string };
}) => Promise<Page>;

/** Milliseconds of each round, by action. */
export type Delays = Record<string, number[]>;

interface Options {
	open: OpenPage;
	create: ReturnType<typeof factories>;
	rounds: number;
}

/** Each message is four events of a socket, which may send ten a second. */
const MESSAGE_EVERY_MS = 500;

/** A request that a page sends. */
interface Call {
	method?: string;
	path: string;
	token?: string;
	body?: object;
}

/** A request that a page repeats until its answer is as expected. */
interface Expected extends Call {
	status?: number;
	/** A text that the answer must no longer contain. */
	without?: string;
}

/** Repeats every action on the first instance, and waits each time until the second shows its effect. */
export async function measureDelays(options: Options): Promise<Delays> {
	const { open, rounds } = options;
	const delays: Delays = await timeChat(options);
	const [acting, watching] = [
		await open({ instance: 0, path: '/rules' }),
		await open({ instance: 1, path: '/rules' }),
	];
	delays['a notice'] = await timeNotices(options, acting);
	for (const [name, prepare] of Object.entries(actionsOf(options))) {
		delays[name] = [];
		for (let round = 0; round < rounds; round++) {
			const { calls, expected, after } = await prepare();
			const sent = await acting.evaluate(whenCalled, calls);
			const shown = await watching.evaluate(whenAnswered, expected);
			delays[name].push(shown - sent);
			if (after) await acting.evaluate(whenCalled, [after]);
		}
	}
	return delays;
}

/** A message, from the press of Enter until the other page shows it. */
async function timeChat({ open, create, rounds }: Options): Promise<Delays> {
	const [seller, buyer] = [await create.student(), await create.student()];
	const item = await create.item(seller);
	const room = await create.conversation(item, buyer);
	await create.message(room, buyer, 'Is it there?');
	const buying = await open({ instance: 0, path: `/chat/${seller.id}/${item.id}`, as: buyer });
	await whenChatIsReady(buying);
	const selling = await open({ instance: 1, path: `/chat/${item.id}/${buyer.id}`, as: seller });
	await whenChatIsReady(selling);
	const taken = await timeMessages(buying, selling, rounds, MESSAGE_EVERY_MS);
	for (const page of [buying, selling]) await page.close();
	return { 'a message': taken };
}

/** A warning, until the notification bell of the warned user counts one more. */
async function timeNotices({ open, create, rounds }: Options, acting: Page): Promise<number[]> {
	const [{ token }, person] = [await create.admin(), await create.student()];
	const page = await open({ instance: 1, path: '/rules', as: person });
	const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
	await bell('Notifications').waitFor();
	// Once its socket is connected, the page loads earlier notices.
	await page.waitForLoadState('networkidle');
	const taken: number[] = [];
	for (let round = 1; round <= rounds; round++) {
		const shown = page.evaluate(whenBellSays, `Notifications, ${round} unread`);
		const path = `/api/admin/users/${person.id}/warn`;
		const body = { message: `Warning ${round}` };
		const sent = await acting.evaluate(whenCalled, [{ method: 'PUT', path, token, body }]);
		taken.push((await shown) - sent);
	}
	await page.close();
	return taken;
}

/** Each round creates its own users, so that no user is acted on twice. */
function actionsOf({ create }: Options) {
	async function maintenance() {
		const { token } = await create.admin({ roleLevel: 'super_admin' });
		const change = (maintenanceMode: boolean): Call => {
			return { method: 'PUT', path: '/api/admin/settings', token, body: { maintenanceMode } };
		};
		const expected: Expected = { path: '/api/item/get-all-items', status: 503 };
		return { calls: [change(true)], expected, after: change(false) };
	}
	async function ban() {
		const [{ token }, person] = [await create.admin(), await create.student()];
		const path = `/api/admin/users/${person.id}/ban`;
		return {
			calls: [{ method: 'PUT', path, token, body: { reason: 'Enough.' } }],
			expected: { path: '/api/auth', token: person.token, status: 401 },
			after: undefined,
		};
	}
	async function session() {
		const { token } = await create.student();
		return {
			calls: [{ method: 'POST', path: '/api/auth/logout', token }],
			expected: { path: '/api/auth', token, status: 401 },
			after: undefined,
		};
	}
	async function listing() {
		const seller = await create.student();
		const { id } = await create.item(seller);
		return {
			calls: [{ method: 'PATCH', path: `/api/item/mark-as-sold/${id}`, token: seller.token }],
			expected: { path: '/api/items?limit=10', without: `"id":${id},` },
			after: undefined,
		};
	}
	async function limit() {
		const { email } = await create.student();
		const body = { email, password: 'not the one' };
		const attempt: Call = { method: 'POST', path: '/api/auth/login', body };
		return {
			calls: Array.from({ length: 5 }, () => attempt),
			expected: { ...attempt, status: 429 },
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

/** Runs in a page. @returns when the last request was sent */
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

/** Runs in a page, which repeats the request as soon as it is answered. @returns when the answer was as expected */
async function whenAnswered({ method = 'GET', path, token, body, status, without }: Expected) {
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
		const text = await answer.text();
		const isExpected = status
			? answer.status === status
			: answer.ok && !text.includes(without ?? '');
		if (isExpected) return performance.timeOrigin + performance.now();
	}
}

/** Runs in a page. */
function whenBellSays(label: string): Promise<number> {
	return new Promise((resolve) => {
		const check = () => {
			if (!document.querySelector(`header a[aria-label="${label}"]`)) return;
			observer.disconnect();
			resolve(performance.timeOrigin + performance.now());
		};
		const observer = new MutationObserver(check);
		observer.observe(document, { attributes: true, childList: true, subtree: true });
		check();
	});
}
