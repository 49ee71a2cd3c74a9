import type { Sort } from '#contract/items/facts.ts';
import { encodeCursor } from '#server/features/items/search/listing.ts';
import { openChatLoad } from './chat-load.ts';
import type { Pair } from './chat-pairs.ts';
import { runClosedLoop } from './closed-loop.ts';
import { createItemForm, postItem } from './item-form.ts';
import { makeUnique, UNKNOWN_TOKEN, WORDS_BY_PRICE } from './search-cases.ts';

const LISTING = '/api/items?limit=24';
const ANY_COUNT = '1000+';
/** The range of most prices, in rupees. */
const PRICES = { low: 50, high: 5000 };

/** A server under test, and the data that the actions need. */
export interface RunningServer {
	address: string;
	pairs: readonly Pair[];
	/** Random items on sale. */
	itemIds: readonly number[];
	highestItemId: number;
	/** A user's photo, to be posted. */
	photo: Blob;
}

/** The actions whose cost is measured. `listing, anywhere` requests pages at random positions of the listing. */
export const ACTION_NAMES = [
	'listing',
	'listing, anywhere',
	'item',
	'search',
	'post',
	'chat',
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

/** Repeats an action for this many seconds, at least once. @returns the milliseconds of each repetition */
export type Action = (seconds: number) => Promise<readonly number[]>;

/**
 * Prepares the measured actions. None of their requests is answered from the response cache: those that read send an
 * unknown token. Each action sends one request at a time, except the chat, in which all members send at once.
 */
export async function openActions(
	server: RunningServer,
): Promise<{ actions: Record<ActionName, Action>; close: () => void }> {
	const { address, pairs, itemIds } = server;
	// Whether messages are in the database is not checked here.
	const chat = await openChatLoad({ address, pairs, isStored: async () => true });
	const pickRandom = <T>(list: readonly T[]): T =>
		list[Math.floor(Math.random() * list.length)] as T;
	const readAction = (nextPath: () => string): Action => {
		const load = { address, nextPath, headers: UNKNOWN_TOKEN, connections: 1, status: 200 };
		return async (seconds) => {
			const { latencies, failed } = await runClosedLoop({ ...load, seconds });
			if (failed > 0) throw new Error(`${failed} requests failed.`);
			return [...latencies];
		};
	};
	let lastCursorId = server.highestItemId;
	/**
	 * The newest page, requested by a cursor above every id. The cursor is new each time, so that no answer is cached.
	 */
	const newestPage = () => pageAfter('newest', { id: ++lastCursorId, key: null });
	const randomPrice = () => PRICES.low + Math.random() * (PRICES.high - PRICES.low);
	const randomPages = [
		() => pageAfter('newest', { id: pickRandom(itemIds), key: null }),
		() => pageAfter('price-asc', { id: 1, key: Math.round(randomPrice()) }),
	];
	const actions = {
		listing: readAction(() =>
			pickRandom([newestPage, () => `${LISTING}&category=Books&sort=price-asc`])(),
		),
		'listing, anywhere': readAction(() => pickRandom(randomPages)()),
		item: readAction(() => `/api/item/get-item-details/${pickRandom(itemIds)}`),
		search: readAction(() => `/api${makeUnique(pickRandom(WORDS_BY_PRICE))}`),
		post: createPostAction(server),
		async chat(seconds: number) {
			const { acknowledged, lost, refused } = await chat.sendOneAtATime(seconds);
			if (lost + refused > 0) throw new Error(`${lost + refused} messages were not delivered.`);
			return acknowledged;
		},
	};
	return { actions, close: chat.close };
}

function pageAfter(sort: Sort, cursor: { id: number; key: number | null }): string {
	return `${LISTING}&sort=${sort}&cursor=${encodeCursor(sort, cursor, ANY_COUNT)}`;
}

function createPostAction({ address, pairs, photo }: RunningServer): Action {
	const token = pairs[0]?.members[0].token ?? '';
	return async (seconds) => {
		const end = performance.now() + seconds * 1000;
		const durationsMs: number[] = [];
		do {
			const form = createItemForm([photo]);
			const startedAt = performance.now();
			await postItem(address, token, form);
			durationsMs.push(performance.now() - startedAt);
		} while (performance.now() < end);
		return durationsMs;
	};
}
