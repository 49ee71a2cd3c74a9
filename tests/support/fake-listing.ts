import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import {
	countItems,
	getAllItems,
	getFacets,
	getItemDetails,
	listItems,
	suggestItems,
} from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { Sort } from '#contract/items/facts.ts';
import type { ListingFilterValues } from '#contract/items/listing.ts';
import type { Item } from '#contract/items/schemas.ts';
import { listSearches } from '#contract/searches/endpoints.ts';
import { sampleCategories } from './catalogue-replies.ts';
import { type ApiRequest, fakeApi, refuse } from './fake-api.ts';
import { rowsFrom } from './stored-rows.ts';

const ORDERS: Record<Sort, (one: Item, other: Item) => number> = {
	newest: (one, other) => other.id - one.id,
	'price-asc': (one, other) => one.price - other.price,
	'price-desc': (one, other) => other.price - one.price,
	name: (one, other) => one.title.localeCompare(other.title),
	'best-match': (one, other) => other.id - one.id,
};

/** The same for any items: no test counts them. */
const PRICE_BANDS = [
	{ min: 0, max: 0.01, count: 1 },
	{ min: 200, max: 500, count: 2 },
];

type Selection = Pick<
	ApiRequest<typeof getFacets>['query'],
	keyof ListingFilterValues | 'category' | 'q'
>;

/** Fakes the endpoints that search, sort, page and count these items. */
export function fakeListing(...items: Item[]): void {
	const matching = (words = '') =>
		items.filter(({ title }) =>
			words.split(' ').every((word) => title.toLowerCase().includes(word.toLowerCase())),
		);

	const select = ({ q, category = 'All', ...filters }: Selection) =>
		matching(q)
			.filter((item) => category === 'All' || item.category === category)
			.filter((item) => isSelected(item, filters));

	fakeApi.answer(listItems, ({ query }) => {
		const { sort, limit = 24, cursor } = query;
		const foundItems = select(query).toSorted(ORDERS[sort]);
		const { rows, nextCursor } = rowsFrom(foundItems, cursor, limit);
		return { items: rows, nextCursor, total: foundItems.length };
	});
	fakeApi.answer(getCatalogue, listingCatalogue());
	fakeApi.answer(getFacets, ({ query }) => {
		const without = (name: keyof Selection) =>
			select({ ...query, ...Object.fromEntries([[name, undefined]]) });
		return {
			total: select(query).length,
			facets: {
				category: countEach(without('category').map(({ category }) => category)),
				condition: countEach(without('condition').flatMap(({ condition }) => condition ?? [])),
				subject: countEach(without('subject').flatMap(({ subjects }) => subjects)),
				price: PRICE_BANDS,
			},
		};
	});
	fakeApi.answer(suggestItems, ({ query }) => {
		const foundItems = matching(query.q);
		const titles = [...new Set(foundItems.map(({ title }) => title))];
		const suggestions = titles.map((title) => {
			const named = foundItems.filter((item) => item.title === title);
			const { id, price, photos, category } = named[0] as Item;
			const item = named.length === 1 ? { id, price, photo: photos[0] } : undefined;
			return { title, category, item };
		});
		return { suggestions };
	});
	fakeApi.answerByDefault(getAllItems, () => items.toSorted(ORDERS.newest));
	fakeApi.answerByDefault(countItems);
	fakeApi.answerByDefault(listSearches);
	fakeApi.answerByDefault(getItemDetails, ({ params }) => {
		// A pointer that an earlier test left over a card makes the page prefetch the item of the card. It is not found if the
		// test has called `fakeListing` again since, because this default answer stays.
		const data = items.find(({ id }) => id === params.id);
		return data ? { data } : refuse(404, ITEM_ERRORS.notFound);
	});
}

function isSelected(item: Item, filters: Omit<Selection, 'q' | 'category'>): boolean {
	const { minPrice = 0, maxPrice = Infinity, condition, free, reserved } = filters;
	const { subject, branch, semester } = filters;
	const { subjects } = listingCatalogue();
	const isInCourse = (code: string) =>
		subjects.some(
			(known) =>
				known.code === code &&
				(subject ?? code) === code &&
				(branch ?? known.branch) === known.branch &&
				(semester ?? known.semester) === known.semester,
		);
	const hasCourse = [subject, branch, semester].some((value) => value !== undefined);
	return (
		item.price >= minPrice &&
		item.price <= maxPrice &&
		(!free || item.price === 0) &&
		(reserved !== false || item.reservedUntil === null) &&
		(!condition || (item.condition !== null && condition.includes(item.condition))) &&
		(!hasCourse || item.subjects.some(isInCourse))
	);
}

function countEach<Value>(values: readonly Value[]): { value: Value; count: number }[] {
	return [...Map.groupBy(values, (value) => value)]
		.map(([value, { length: count }]) => ({ value, count }))
		.sort((one, other) => other.count - one.count);
}

/** A catalogue with two branches and three of their subjects. */
function listingCatalogue() {
	return {
		categories: sampleCategories(),
		branches: [
			{ code: 'EC', name: 'Electronics' },
			{ code: 'ME', name: 'Mechanical' },
		],
		subjects: [
			{ code: 'EC-301', name: 'Signals and Systems', branch: 'EC', semester: 3 },
			{ code: 'EC-402', name: 'Analog Circuits', branch: 'EC', semester: 4 },
			{ code: 'ME301', name: 'Theory of Machines', branch: 'ME', semester: 3 },
		],
	};
}
