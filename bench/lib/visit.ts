import { randomInt, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { User } from './users.ts';
import type { Counters, Kind, Outcome, Send } from './visit-requests.ts';

/** Percent of the actions. A visitor who is not signed in opens an item instead of sending a message or posting. */
const SHARES = { list: 33, item: 32, search: 15, message: 19.8, post: 0.2 };
/** The mean number of actions of a visit. After every action the visit ends with the same probability. */
const MEAN_ACTIONS = 12;
/** Shares of visits that begin with a sign-in, or with a registration. The visit does not use the token that it gets. */
const SIGN_IN_SHARE = 0.1;
const SIGN_UP_SHARE = 0.03;
/** Pictures that a phone shows at once. */
const PICTURES_ON_SCREEN = 6;
/** The longest pause between two actions, in multiples of the mean. */
const MAX_PAUSE = 6;
const RESPONSE_TIMEOUT_MS = 10_000;
const WORDS = [
	'calculator',
	'physics book',
	'drafter',
	'lamp',
	'casio',
	'notes',
	'cycle',
	'kettle',
];

/** A user who is signed in already and has one conversation. */
export interface ChatUser {
	token: string;
	room: Room;
	userType: 'buyer' | 'seller';
}

/** What all visits share. */
export interface VisitContext {
	address: string;
	send: Send;
	counters: Counters;
	/** Accounts that sign in by password. */
	accounts: readonly User[];
	/** The encoded form of an item with photos, to be posted. */
	post: { type: string; body: Buffer };
	/** Mean milliseconds between two actions. */
	pauseMs: number;
	/** Ends all visits. */
	signal: AbortSignal;
}

type Action = keyof typeof SHARES;

/** One person's visit: opens the site, performs some actions, and leaves. */
export async function visit(context: VisitContext, user: ChatUser | undefined): Promise<void> {
	const { address, send, signal } = context;
	const clientIp = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
	const loadedUrls = new Set<string>();
	let listedItems: Item[] = [];
	let socket: Socket | undefined;

	/** Loads pictures that this visitor has not loaded before. */
	async function loadPictures(items: readonly Item[], width: number): Promise<void> {
		const urls = items.flatMap(({ imageUrl }) => imageUrl.slice(0, 1));
		const newUrls = urls.filter((url) => !loadedUrls.has(url)).slice(0, PICTURES_ON_SCREEN);
		for (const url of newUrls) loadedUrls.add(url);
		const paths = newUrls.map((url) => new URL(url, address).pathname);
		await Promise.all(
			paths.map((path) =>
				send({ kind: 'picture', path: path.replace('-1600.', `-${width}.`), clientIp }),
			),
		);
	}
	async function browse(kind: Kind, path: string): Promise<void> {
		const body = await send({ kind, path, clientIp, token: user?.token });
		if (body === undefined) return;
		listedItems = (JSON.parse(body) as { items: Item[] }).items;
		await loadPictures(listedItems, 320);
	}
	async function openItem(): Promise<void> {
		const item = listedItems[randomInt(Math.max(1, listedItems.length))];
		if (!item) return browse('list', '/api/items');
		const path = `/api/item/get-item-details/${item.id}`;
		await send({ kind: 'item', path, clientIp, token: user?.token });
		await loadPictures([item], 640);
	}
	const actions: Record<Action, () => Promise<unknown>> = {
		list: () => browse('list', `/api/items?category=${pickRandom(INITIAL_CATEGORIES)}`),
		search: () => browse('search', `/api/items?q=${encodeURIComponent(pickRandom(WORDS))}`),
		item: openItem,
		message: () => (socket && user ? sendMessage(context, socket, user) : openItem()),
		post: () => {
			if (!user) return openItem();
			const { token } = user;
			const path = '/api/item/add-item';
			return send({ kind: 'post', path, clientIp, method: 'POST', token, ...context.post });
		},
	};

	await send({ kind: 'page', path: '/', clientIp });
	await browse('list', '/api/items');
	await signInOrSignUp(context, clientIp);
	socket = user && (await openChat(context, user, clientIp));
	while (!signal.aborted && Math.random() < 1 - 1 / MEAN_ACTIONS) {
		await pause(context);
		if (!signal.aborted) await actions[randomAction()]();
	}
	socket?.close();
}

/** Waits for an exponentially distributed time: mostly short, sometimes long. */
export function pause({
	pauseMs,
	signal,
}: Pick<VisitContext, 'pauseMs' | 'signal'>): Promise<void> {
	const pauseFactor = Math.min(-Math.log(1 - Math.random()), MAX_PAUSE);
	return wait(pauseFactor * pauseMs, undefined, { signal }).catch(() => undefined);
}

async function signInOrSignUp({ send, accounts }: VisitContext, clientIp: string): Promise<void> {
	const random = Math.random();
	const sharedFields = { clientIp, method: 'POST' } as const;
	if (random < SIGN_UP_SHARE) {
		const email = `${randomUUID()}@campus.example`;
		const body = JSON.stringify({ userName: 'Asha', email, password: randomUUID() });
		await send({ kind: 'sign-up', path: '/api/auth/register', ...sharedFields, body });
	} else if (random < SIGN_UP_SHARE + SIGN_IN_SHARE) {
		const { email, password } = pickRandom(accounts);
		const body = JSON.stringify({ email, password });
		await send({ kind: 'sign-in', path: '/api/auth/login', ...sharedFields, body });
	}
}

async function openChat(
	{ address, counters }: VisitContext,
	{ token, room, userType }: ChatUser,
	clientIp: string,
): Promise<Socket> {
	const extraHeaders = { 'x-forwarded-for': clientIp };
	const socket = io(address, {
		auth: { token },
		forceNew: true,
		transports: ['websocket'],
		extraHeaders,
	});
	await emit(counters, 'chat opened', socket, CHAT_EVENTS.joinRoom, { ...room, userType });
	return socket;
}

function sendMessage(
	{ counters }: VisitContext,
	socket: Socket,
	{ room }: ChatUser,
): Promise<void> {
	const message = {
		roomId: formatRoomId(room),
		message: 'Is it there still?',
		clientId: randomUUID(),
	};
	return emit(counters, 'message', socket, CHAT_EVENTS.sendMessage, message);
}

async function emit(
	counters: Counters,
	kind: Kind,
	socket: Socket,
	event: string,
	payload: object,
): Promise<void> {
	const start = performance.now();
	const outcome: Outcome = await socket
		.timeout(RESPONSE_TIMEOUT_MS)
		.emitWithAck(event, payload)
		.then(({ success }) => (success ? 'done' : 'refused'))
		.catch(() => 'failed' as const);
	counters.record(kind, outcome, performance.now() - start);
}

function randomAction(): Action {
	let remainingPercent = Math.random() * 100;
	for (const [action, share] of Object.entries(SHARES)) {
		remainingPercent -= share;
		if (remainingPercent < 0) return action as Action;
	}
	return 'list';
}

function pickRandom<T>(list: readonly T[]): T {
	return list[randomInt(list.length)] as T;
}
