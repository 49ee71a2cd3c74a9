import type { FastifyInstance } from 'fastify';
import { CATEGORIES, ITEM_LIMITS } from '#contract/items/facts.ts';
import {
	countItems,
	getAllItems,
	getItemsByCategory,
	getSimilarItems,
	listItems,
	suggestItems,
} from '#contract/items/items.ts';
import type { PublicChanges } from '#server/cache/invalidation.ts';
import type { Read } from '#server/db/client.ts';
import { openShelf } from '#server/features/items/item-cache.ts';
import { presentItem, presentSuggestion } from '#server/features/items/present.ts';
import { findItem, type ItemRow, listInOrder } from '#server/features/items/queries.ts';
import { requireVisible } from '#server/features/items/rules.ts';
import { route } from '#server/http/route.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import { listPage, listWhole } from './listing-page.ts';
import { findSimilar } from './similar-queries.ts';
import { suggestTitles, withItems } from './suggestions.ts';

interface FindingDeps {
	read: Read;
	addresses: PhotoAddresses;
	changes: PublicChanges;
}

const MADE_OF_ITEMS = { madeOf: () => ({ of: 'items' as const }) };

/** Everything that finds items on sale: lists, pages, search, suggestions, similar ones. */
export function findingRoutes(app: FastifyInstance, deps: FindingDeps): void {
	const { read, addresses, changes } = deps;
	const shelf = openShelf(changes, addresses);
	const present = (rows: readonly ItemRow[]) => rows.map((row) => presentItem(row, addresses));

	route(app, getAllItems)(async ({ query }) => {
		const limit = query.limit ?? ITEM_LIMITS.wholeList;
		return read((db) => listWhole(db, shelf, query, limit));
	}, MADE_OF_ITEMS);

	route(app, getItemsByCategory)(async ({ params: { category }, query }) => {
		const limit = query.limit ?? ITEM_LIMITS.wholeList;
		return read((db) => listWhole(db, shelf, { ...query, category }, limit));
	}, MADE_OF_ITEMS);

	route(app, listItems)(async ({ query }) => {
		const { nearest, ...page } = await read((db) => listPage(db, shelf, query));
		const help = nearest && { nearest: present(nearest.rows), didYouMean: nearest.didYouMean };
		return { ...page, ...help };
	}, MADE_OF_ITEMS);

	route(app, countItems)(async () => {
		const counts = await read(async (db) => {
			const totals = [];
			for (const category of CATEGORIES) {
				totals.push({ category, total: await shelf.total(db, { category }) });
			}
			return totals;
		});
		return { counts };
	}, MADE_OF_ITEMS);

	route(app, suggestItems)(async ({ query: { q, limit } }) => {
		const titles = await read(async (db) => withItems(db, await suggestTitles(db, q, limit)));
		return { suggestions: titles.map((title) => presentSuggestion(title, addresses)) };
	}, MADE_OF_ITEMS);

	route(app, getSimilarItems)(async ({ params }) => {
		const similar = await read(async (db) => {
			const row = requireVisible(await findItem(db, params.id), undefined);
			return listInOrder(db, await findSimilar(db, row, ITEM_LIMITS.similar));
		});
		return { items: present(similar) };
	}, MADE_OF_ITEMS);
}
