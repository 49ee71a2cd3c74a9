import { CATEGORIES } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/items.ts';

/** Out of a hundred requests. */
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
/** The newest items that are requested: more than the response cache holds. */
const REQUESTED_ITEMS = 3000;
const MAX_PRICE = 5000;

/**
 * Requests that are mostly not in the response cache, where common ones cost next to nothing: lists and searches below a
 * random price, and items that few people open, some of them as pages.
 * @returns a function that gives a random path
 */
export async function createRequestMix(address: string): Promise<() => string> {
	const items = await newestItems(address);
	const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
	const belowPrice = () => `maxPrice=${100 + Math.floor(Math.random() * MAX_PRICE)}`;
	const words = () => encodeURIComponent(`${oneOf(WORDS)} ${oneOf(WORDS)}`);
	const paths: Record<keyof typeof SHARES, () => string> = {
		list: () => `/api/items?limit=20&${belowPrice()}&category=${oneOf(CATEGORIES)}`,
		search: () => `/api/items?limit=20&${belowPrice()}&q=${words()}`,
		item: () => `/api/item/get-item-details/${oneOf(items).id}`,
		page: () => `/item/${oneOf(items).id}`,
		photo: () => new URL(oneOf(oneOf(items).imageUrl), address).pathname.replace('-1600.', '-320.'),
	};
	const kinds = Object.entries(SHARES).flatMap(([kind, share]) =>
		Array.from({ length: share }, () => kind as keyof typeof SHARES),
	);
	return () => paths[oneOf(kinds)]();
}

async function newestItems(address: string): Promise<Item[]> {
	const items: Item[] = [];
	let cursor: string | null | undefined;
	do {
		const next = cursor ? `&cursor=${cursor}` : '';
		const answer = await fetch(`${address}/api/items?limit=50${next}`);
		const page = (await answer.json()) as { items: Item[]; nextCursor: string | null };
		items.push(...page.items.filter(({ imageUrl }) => imageUrl.length > 0));
		cursor = page.nextCursor;
	} while (cursor && items.length < REQUESTED_ITEMS);
	return items;
}
