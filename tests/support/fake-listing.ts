import {
	countItems,
	getAllItems,
	getItemDetails,
	listItems,
	suggestItems,
} from '#contract/items/endpoints.ts';
import type { Sort } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import { listSearches } from '#contract/searches/endpoints.ts';
import { fakeApi } from './fake-api.ts';

const ORDERS: Record<Sort, (one: Item, other: Item) => number> = {
	newest: (one, other) => other.id - one.id,
	'price-asc': (one, other) => one.price - other.price,
	'price-desc': (one, other) => other.price - one.price,
	name: (one, other) => one.title.localeCompare(other.title),
};

/** A market that sells these items: it finds, sorts and pages them by their titles, prices and categories. */
export function fakeListing(...items: Item[]): void {
	const matching = (words = '') =>
		items.filter(({ title }) =>
			words.split(' ').every((word) => title.toLowerCase().includes(word.toLowerCase())),
		);

	fakeApi.answer(listItems, ({ query }) => {
		const { category = 'All', q, sort, minPrice = 0, maxPrice = Infinity, limit, cursor } = query;
		const found = matching(q)
			.filter((item) => category === 'All' || item.category === category)
			.filter(({ price }) => price >= minPrice && price <= maxPrice)
			.toSorted(ORDERS[sort]);
		const from = Number(cursor ?? 0);
		const to = from + (limit ?? 24);
		const nextCursor = to < found.length ? String(to) : null;
		return { items: found.slice(from, to), nextCursor, total: found.length };
	});
	fakeApi.answer(suggestItems, ({ query }) => {
		const found = matching(query.q);
		const titles = [...new Set(found.map(({ title }) => title))];
		const suggestions = titles.map((title) => {
			const [first, ...others] = found.filter((item) => item.title === title) as [Item, ...Item[]];
			const { id, price, photos, category } = first;
			const item = others.length === 0 ? { id, price, photo: photos[0] } : undefined;
			return { title, category, item };
		});
		return { suggestions };
	});
	fakeApi.answerByDefault(getAllItems, () => items.toSorted(ORDERS.newest));
	fakeApi.answerByDefault(countItems, { counts: [] });
	fakeApi.answerByDefault(listSearches, { success: true, searches: [] });
	fakeApi.answerByDefault(getItemDetails, ({ params }) => {
		const data = items.find(({ id }) => id === params.id) as Item;
		return { success: true, data };
	});
}
