import type { Page } from 'playwright-core';
import type { factories } from '#tests/support/factories.ts';
import { waitUntilChatReady } from './browser.ts';
import { timeMessages } from './browser-messages.ts';

/** Opens a browser page that always reaches the same instance, signed in if `user` is given. */
export type OpenPage = (at: {
	instance: number;
	path: string;
	user?: { id: number; token: string };
}) => Promise<Page>;

/** Milliseconds of each round, by action. */
export type Delays = Record<string, number[]>;

interface Options {
	openPage: OpenPage;
	create: ReturnType<typeof factories>;
	rounds: number;
}

/** Each message takes four events on a socket, of which a socket may send 100 in ten seconds. */
const MESSAGE_INTERVAL_MS = 500;

/** A request that a page sends. */
interface Call {
	method?: string;
	path: string;
	token?: string;
	body?: object;
}

/** A request that a page repeats until its answer is as expected. */
interface ExpectedCall extends Call {
	status?: number;
	/** A text that the answer must no longer contain. */
	absentText?: string;
}

/** Repeats every action on the first instance, and waits each time until the second shows its effect. */
export async function measureDelays(options: Options): Promise<Delays> {
	const { openPage, rounds } = options;
	const delays: Delays = await timeChat(options);
	const [actingPage, observingPage] = [
		await openPage({ instance: 0, path: '/rules' }),
		await openPage({ instance: 1, path: '/rules' }),
	];
	delays['a notice'] = await timeNotifications(options, actingPage);
	for (const [name, prepare] of Object.entries(createActions(options))) {
		delays[name] = [];
		for (let round = 0; round < rounds; round++) {
			const { calls, expected, cleanUpCall } = await prepare();
			const sentAt = await actingPage.evaluate(sendCalls, calls);
			const shownAt = await observingPage.evaluate(pollUntilExpected, expected);
			delays[name].push(shownAt - sentAt);
			if (cleanUpCall) await actingPage.evaluate(sendCalls, [cleanUpCall]);
		}
	}
	return delays;
}

/** Times messages, from the press of Enter until the page of the other person shows the message. */
async function timeChat({ openPage, create, rounds }: Options): Promise<Delays> {
	const [seller, buyer] = [await create.student(), await create.student()];
	const item = await create.item(seller);
	const room = await create.conversation(item, buyer);
	await create.message(room, buyer, 'Is it there?');
	const buyerPage = await openPage({
		instance: 0,
		path: `/chat/${seller.id}/${item.id}`,
		user: buyer,
	});
	await waitUntilChatReady(buyerPage);
	const sellerPage = await openPage({
		instance: 1,
		path: `/chat/${item.id}/${buyer.id}`,
		user: seller,
	});
	await waitUntilChatReady(sellerPage);
	const durationsMs = await timeMessages(buyerPage, sellerPage, rounds, MESSAGE_INTERVAL_MS);
	for (const page of [buyerPage, sellerPage]) await page.close();
	return { 'a message': durationsMs };
}

/** Times warnings, from the request until the notification bell of the warned user counts one more. */
async function timeNotifications(
	{ openPage, create, rounds }: Options,
	actingPage: Page,
): Promise<number[]> {
	const [{ token }, user] = [await create.admin(), await create.student()];
	const page = await openPage({ instance: 1, path: '/rules', user });
	const notificationBell = (name: string) =>
		page.getByRole('banner').getByRole('link', { name, exact: true });
	await notificationBell('Notifications').waitFor();
	// When its socket connects, the page loads earlier notifications: wait until that is done.
	await page.waitForLoadState('networkidle');
	const durationsMs: number[] = [];
	for (let round = 1; round <= rounds; round++) {
		const shownAt = page.evaluate(waitForBellLabel, `Notifications, ${round} unread`);
		const path = `/api/admin/users/${user.id}/warn`;
		const body = { message: `Warning ${round}` };
		const sentAt = await actingPage.evaluate(sendCalls, [{ method: 'PUT', path, token, body }]);
		durationsMs.push((await shownAt) - sentAt);
	}
	await page.close();
	return durationsMs;
}

/** Each round creates its own users, so that no user is acted on twice. */
function createActions({ create }: Options) {
	async function switchMaintenance() {
		const { token } = await create.admin({ roleLevel: 'super_admin' });
		const setMaintenance = (maintenanceMode: boolean): Call => {
			return { method: 'PUT', path: '/api/admin/settings', token, body: { maintenanceMode } };
		};
		const expected: ExpectedCall = { path: '/api/item/get-all-items', status: 503 };
		return { calls: [setMaintenance(true)], expected, cleanUpCall: setMaintenance(false) };
	}
	async function banUser() {
		const [{ token }, user] = [await create.admin(), await create.student()];
		const path = `/api/admin/users/${user.id}/ban`;
		return {
			calls: [{ method: 'PUT', path, token, body: { reason: 'Enough.' } }],
			expected: { path: '/api/auth', token: user.token, status: 401 },
			cleanUpCall: undefined,
		};
	}
	async function endSession() {
		const { token } = await create.student();
		return {
			calls: [{ method: 'POST', path: '/api/auth/logout', token }],
			expected: { path: '/api/auth', token, status: 401 },
			cleanUpCall: undefined,
		};
	}
	async function sellListedItem() {
		const seller = await create.student();
		const { id } = await create.item(seller);
		return {
			calls: [{ method: 'PATCH', path: `/api/item/mark-as-sold/${id}`, token: seller.token }],
			expected: { path: '/api/items?limit=10', absentText: `"id":${id},` },
			cleanUpCall: undefined,
		};
	}
	async function exceedLoginLimit() {
		const { email } = await create.student();
		const body = { email, password: 'not the one' };
		const attempt: Call = { method: 'POST', path: '/api/auth/login', body };
		return {
			calls: Array.from({ length: 5 }, () => attempt),
			expected: { ...attempt, status: 429 },
			cleanUpCall: undefined,
		};
	}
	return {
		'the maintenance switch': switchMaintenance,
		'a ban': banUser,
		"a session's end": endSession,
		'a listing that is sold': sellListedItem,
		'a limit': exceedLoginLimit,
	};
}

/** Runs in a page. @returns when the last request was sent */
async function sendCalls(calls: readonly Call[]): Promise<number> {
	let sentAt = 0;
	for (const { method = 'GET', path, token, body } of calls) {
		sentAt = performance.timeOrigin + performance.now();
		const response = await fetch(path, {
			method,
			headers: {
				...(token && { authorization: `Bearer ${token}` }),
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		if (!response.ok && response.status !== 401) throw new Error(`${path}: ${response.status}`);
	}
	return sentAt;
}

/** Runs in a page, which repeats the request as soon as it is answered. @returns when the answer was as expected */
async function pollUntilExpected({
	method = 'GET',
	path,
	token,
	body,
	status,
	absentText,
}: ExpectedCall) {
	for (;;) {
		const response = await fetch(path, {
			method,
			cache: 'no-store',
			headers: {
				...(token && { authorization: `Bearer ${token}` }),
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const isExpected = status
			? response.status === status
			: response.ok && !text.includes(absentText ?? '');
		if (isExpected) return performance.timeOrigin + performance.now();
	}
}

/** Runs in a page. @returns when the notification bell had this label */
function waitForBellLabel(label: string): Promise<number> {
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
