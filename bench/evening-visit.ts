import { randomInt, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

import { CHAT_EVENTS } from '#contract/chat-facts.ts';
import { CATEGORIES } from '#contract/item-facts.ts';
import type { Item } from '#contract/items.ts';
import { type Room, roomIdOf } from '#contract/rooms.ts';
import type { Ask, Kind, Outcome, Tallies } from './evening-requests.ts';
import type { Person } from './soak-people.ts';

/** Of a hundred deeds; somebody without an account looks at an item instead of writing or posting. */
const SHARES = { list: 33, item: 32, search: 15, message: 19.8, post: 0.2 };
/** How many deeds a visit has in the middle; after each it is as likely as before that it was the last. */
const DEEDS = 12;
/** Who comes signs in so often, and so often makes an account: others are signed in from before, or never. */
const SIGNS_IN = 0.1;
const SIGNS_UP = 0.03;
/** What a phone shows at once, and has not seen before. */
const PICTURES = 6;
const LONGEST_THOUGHT = 6;
const ANSWER_WITHIN_MS = 10_000;
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

/** Who is signed in from before, and talks with one other person. */
export interface Talker {
	token: string;
	room: Room;
	userType: 'buyer' | 'seller';
}

export interface Evening {
	address: string;
	ask: Ask;
	tallies: Tallies;
	/** Accounts that sign in by their password. */
	accounts: readonly Person[];
	/** An item to be posted, with its photos, as a browser sends it. */
	post: { type: string; body: Buffer };
	/** Milliseconds between two deeds, on the average. */
	thinkMs: number;
	/** When nobody does anything any more. */
	over: AbortSignal;
}

type Deed = keyof typeof SHARES;

/** Somebody comes, looks around, and goes. */
export async function visit(evening: Evening, talker: Talker | undefined): Promise<void> {
	const { address, ask, over } = evening;
	const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
	const seen = new Set<string>();
	let shown: Item[] = [];
	let line: Socket | undefined;

	async function show(items: readonly Item[], width: number): Promise<void> {
		const addresses = items.flatMap(({ imageUrl }) => imageUrl.slice(0, 1));
		const news = addresses.filter((each) => !seen.has(each)).slice(0, PICTURES);
		for (const each of news) seen.add(each);
		const paths = news.map((each) => new URL(each, address).pathname);
		await Promise.all(
			paths.map((path) =>
				ask({ kind: 'picture', path: path.replace('-1600.', `-${width}.`), from }),
			),
		);
	}
	async function browse(kind: Kind, path: string): Promise<void> {
		const words = await ask({ kind, path, from, token: talker?.token });
		if (words === undefined) return;
		shown = (JSON.parse(words) as { items: Item[] }).items;
		await show(shown, 320);
	}
	async function open(): Promise<void> {
		const item = shown[randomInt(Math.max(1, shown.length))];
		if (!item) return browse('list', '/api/items');
		const path = `/api/item/get-item-details/${item.id}`;
		await ask({ kind: 'item', path, from, token: talker?.token });
		await show([item], 640);
	}
	const deeds: Record<Deed, () => Promise<unknown>> = {
		list: () => browse('list', `/api/items?category=${oneOf(CATEGORIES)}`),
		search: () => browse('search', `/api/items?q=${encodeURIComponent(oneOf(WORDS))}`),
		item: open,
		message: () => (line && talker ? say(evening, line, talker) : open()),
		post: () => {
			if (!talker) return open();
			const { token } = talker;
			const path = '/api/item/add-item';
			return ask({ kind: 'post', path, from, method: 'POST', token, ...evening.post });
		},
	};

	await ask({ kind: 'page', path: '/', from });
	await browse('list', '/api/items');
	await comeIn(evening, from);
	line = talker && (await openLine(evening, talker, from));
	while (!over.aborted && Math.random() < 1 - 1 / DEEDS) {
		await think(evening);
		if (!over.aborted) await deeds[chosen()]();
	}
	line?.close();
}

/** Most think a little, and some for long. */
export function think({ thinkMs, over }: Pick<Evening, 'thinkMs' | 'over'>): Promise<void> {
	const thought = Math.min(-Math.log(1 - Math.random()), LONGEST_THOUGHT);
	return wait(thought * thinkMs, undefined, { signal: over }).catch(() => undefined);
}

async function comeIn({ ask, accounts }: Evening, from: string): Promise<void> {
	const chance = Math.random();
	const sent = { from, method: 'POST' } as const;
	if (chance < SIGNS_UP) {
		const email = `${randomUUID()}@campus.example`;
		const body = JSON.stringify({ userName: 'Asha', email, password: randomUUID() });
		await ask({ kind: 'sign-up', path: '/api/auth/register', ...sent, body });
	} else if (chance < SIGNS_UP + SIGNS_IN) {
		const { email, password } = oneOf(accounts);
		const body = JSON.stringify({ email, password });
		await ask({ kind: 'sign-in', path: '/api/auth/login', ...sent, body });
	}
}

async function openLine(
	{ address, tallies }: Evening,
	{ token, room, userType }: Talker,
	from: string,
): Promise<Socket> {
	const extraHeaders = { 'x-forwarded-for': from };
	const line = io(address, {
		...{ auth: { token }, forceNew: true, transports: ['websocket'], extraHeaders },
	});
	await noted(tallies, 'chat opened', line, CHAT_EVENTS.joinRoom, { ...room, userType });
	return line;
}

function say({ tallies }: Evening, line: Socket, { room }: Talker): Promise<void> {
	const sent = { roomId: roomIdOf(room), message: 'Is it there still?', clientId: randomUUID() };
	return noted(tallies, 'message', line, CHAT_EVENTS.sendMessage, sent);
}

async function noted(
	tallies: Tallies,
	kind: Kind,
	line: Socket,
	event: string,
	sent: object,
): Promise<void> {
	const start = performance.now();
	const outcome: Outcome = await line
		.timeout(ANSWER_WITHIN_MS)
		.emitWithAck(event, sent)
		.then(({ success }) => (success ? 'done' : 'refused'))
		.catch(() => 'failed' as const);
	tallies.note(kind, outcome, performance.now() - start);
}

function chosen(): Deed {
	let left = Math.random() * 100;
	for (const [deed, share] of Object.entries(SHARES)) {
		left -= share;
		if (left < 0) return deed as Deed;
	}
	return 'list';
}

function oneOf<T>(list: readonly T[]): T {
	return list[randomInt(list.length)] as T;
}
