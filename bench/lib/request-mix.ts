import { INITIAL_CATEGORIES } from '#contract/catalogue/facts.ts';
import type { Item } from '#contract/items/schemas.ts';

/** Percent of the requests. */
const SHARES = { list: 35, search: 15, item: 25, page: 10, photo: 15 };
const WORDS = [
	'calculator',
	'physics',
	'drafter',
	'lamp',
	'casio',
	'notes',
	'book',
	'cycle',
	'kit',
];
/** How many of the newest items are requested: more than the memo holds. */
const REQUESTED_ITEMS = 3000;
const MAX_PRICE = 5000;

/**
 * Creates random requests: lists and searches below a random price, photos, and items, some of them as HTML pages. They
 * are chosen so that the memo can answer few of them: cached responses would cost next to nothing.
 * @returns a function that returns a random path
 */
export async function createRequestMix(address: string): Promise<() => string> {
	const items = await fetchNewestItems(address);
	const pickRandom = <T>(list: readonly T[]): T =>
		list[Math.floor(Math.random() * list.length)] as T;
	const randomMaxPrice = () => `maxPrice=${100 + Math.floor(Math.random() * MAX_PRICE)}`;
	const randomWords = () => encodeURIComponent(`${pickRandom(WORDS)} ${pickRandom(WORDS)}`);
	const paths: Record<keyof typeof SHARES, () => string> = {
		list: () =>
			`/api/items?limit=20&${randomMaxPrice()}&category=${pickRandom(INITIAL_CATEGORIES)}`,
		search: () => `/api/items?limit=20&${randomMaxPrice()}&q=${randomWords()}`,
		item: () => `/api/item/get-item-details/${pickRandom(items).id}`,
		page: () => `/item/${pickRandom(items).id}`,
		// The photo in its smallest size: the number in the URL is the width.
		photo: () =>
			new URL(pickRandom(pickRandom(items).imageUrl), address).pathname.replace('-1600.', '-320.'),
	};
	const kinds = Object.entries(SHARES).flatMap(([kind, share]) =>
		Array.from({ length: share }, () => kind as keyof typeof SHARES),
	);
	return () => paths[pickRandom(kinds)]();
}

async function fetchNewestItems(address: string): Promise<Item[]> {
	const items: Item[] = [];
	let cursor: string | null | undefined;
	do {
		const cursorParameter = cursor ? `&cursor=${cursor}` : '';
		const response = await fetch(`${address}/api/items?limit=50${cursorParameter}`);
		const page = (await response.json()) as { items: Item[]; nextCursor: string | null };
		items.push(...page.items.filter(({ imageUrl }) => imageUrl.length > 0));
		cursor = page.nextCursor;
	} while (cursor && items.length < REQUESTED_ITEMS);
	return items;
}
