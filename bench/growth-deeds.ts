import type { Sort } from '#contract/item-facts.ts';
import { encodeCursor } from '#server/features/items/listing.ts';
import type { Pair } from './chat-people.ts';
import { openRooms } from './chat-rate-talk.ts';
import { askInTurns } from './closed-loop.ts';
import { itemForm } from './item-form.ts';
import { asNeverBefore, STRANGER, WORDS_BY_PRICE } from './search-cases.ts';

const LISTING = '/api/items?limit=24';
const ANY_COUNT = '1000+';
/** Rupees between which most things are. */
const PRICES = { low: 50, high: 5000 };

/** A market that is asked, whatever its size. */
export interface Asked {
	address: string;
	pairs: readonly Pair[];
	/** Of some items on sale, wherever they are in it. */
	ids: readonly number[];
	/** The newest item's. */
	highest: number;
	/** One of somebody's photos. */
	photo: Blob;
}

export const DEED_NAMES = [
	'listing',
	'listing, anywhere',
	'item',
	'search',
	'post',
	'chat',
] as const;
export type DeedName = (typeof DEED_NAMES)[number];

/** Does something again and again for so many seconds, at least once. @returns milliseconds that each time took */
export type Deed = (seconds: number) => Promise<readonly number[]>;

/** What people do, one after the other, with nothing ready for them; only who chat do so all at once. */
export async function openDeeds(
	market: Asked,
): Promise<{ deeds: Record<DeedName, Deed>; close: () => void }> {
	const { address, pairs, ids } = market;
	const talking = await openRooms({ address, pairs, isStored: async () => true });
	const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
	const asking = (nextPath: () => string): Deed => {
		const load = { address, nextPath, headers: STRANGER, connections: 1, status: 200 };
		return async (seconds) => {
			const { taken, failed } = await askInTurns({ ...load, seconds });
			if (failed > 0) throw new Error(`${failed} answers were no answers.`);
			return [...taken];
		};
	};
	let above = market.highest;
	/** The first page, by a place that nobody has named before. */
	const newest = () => pageBehind('newest', { id: ++above, key: null });
	const price = () => PRICES.low + Math.random() * (PRICES.high - PRICES.low);
	const somewhere = [
		() => pageBehind('newest', { id: oneOf(ids), key: null }),
		() => pageBehind('price-asc', { id: 1, key: Math.round(price()) }),
	];
	const deeds = {
		listing: asking(() => oneOf([newest, () => `${LISTING}&category=Books&sort=price-asc`])()),
		'listing, anywhere': asking(() => oneOf(somewhere)()),
		item: asking(() => `/api/item/get-item-details/${oneOf(ids)}`),
		search: asking(() => `/api${asNeverBefore(oneOf(WORDS_BY_PRICE))}`),
		post: posting(market),
		async chat(seconds: number) {
			const { acknowledged, lost, refused } = await talking.atOnce(seconds);
			if (lost + refused > 0) throw new Error(`${lost + refused} messages were not delivered.`);
			return acknowledged;
		},
	};
	return { deeds, close: talking.close };
}

function pageBehind(sort: Sort, place: { id: number; key: number | null }): string {
	return `${LISTING}&sort=${sort}&cursor=${encodeCursor(sort, place, ANY_COUNT)}`;
}

function posting({ address, pairs, photo }: Asked): Deed {
	const token = pairs[0]?.members[0].token ?? '';
	async function post(): Promise<number> {
		const form = itemForm([photo]);
		const started = performance.now();
		const answer = await fetch(`${address}/api/item/add-item`, {
			...{ method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form },
		});
		const words = await answer.text();
		if (answer.status !== 201) throw new Error(`A post: ${answer.status}, ${words}`);
		return performance.now() - started;
	}
	return async (seconds) => {
		const end = performance.now() + seconds * 1000;
		const taken: number[] = [];
		do taken.push(await post());
		while (performance.now() < end);
		return taken;
	};
}
