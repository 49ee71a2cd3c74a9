import type { FastifyInstance } from 'fastify';
import {
	countItems,
	getAllItems,
	getFacets,
	getItemsByCategory,
	getSimilarItems,
	listItems,
	listItemsById,
	suggestItems,
} from '#contract/items/endpoints.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { Invalidation } from '#server/cache/invalidation.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { createItemCache } from '#server/features/items/item-cache.ts';
import { OUTDATED_AT_ONCE, outdatedAt } from '#server/features/items/outdated-at.ts';
import { presentItem, presentSuggestion } from '#server/features/items/present.ts';
import {
	findItem,
	type ItemRow,
	listOnSaleByIdsInOrder,
	listPublicByIds,
} from '#server/features/items/queries.ts';
import { requireVisible } from '#server/features/items/rules.ts';
import { route } from '#server/http/route.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { countFacets } from './facets.ts';
import { listAll, listPage } from './listing-page.ts';
import { findSimilar } from './similar-queries.ts';
import { attachItems, suggestTitles } from './suggestions.ts';
import { synonymsIn } from './synonyms.ts';

interface SearchDeps {
	db: Db;
	photoUrls: PhotoUrls;
	changes: Invalidation;
	catalogue: Catalogue;
}

const DEPENDS_ON_ITEMS = { dependsOn: () => ({ source: 'items' as const }) };
const REPLY_IS_ITEM_LIST = { ...DEPENDS_ON_ITEMS, expiresAt: (items: Item[]) => outdatedAt(items) };
const REPLY_HAS_ITEMS = {
	...DEPENDS_ON_ITEMS,
	expiresAt: ({ items }: { items: Item[] }) => outdatedAt(items),
};

/**
 * Routes that find items: full lists, paged listings with search, counts, facets, suggestions and similar items. Answers
 * that leave out reserved items (`reserved=false`) are outdated at once, because a reservation may end at any time.
 */
export function itemSearchRoutes(app: FastifyInstance, deps: SearchDeps): void {
	const { db, photoUrls, changes, catalogue } = deps;
	const itemCache = createItemCache(changes, photoUrls);
	const listingDeps = { itemCache, catalogue };
	const present = (rows: readonly ItemRow[]) => rows.map((row) => presentItem(row, photoUrls));

	route(app, getAllItems)(async ({ query }) => {
		const limit = query.limit ?? ITEM_LIMITS.listAllMax;
		return listAll(db, listingDeps, query, limit);
	}, REPLY_IS_ITEM_LIST);

	route(app, getItemsByCategory)(async ({ params: { category }, query }) => {
		const limit = query.limit ?? ITEM_LIMITS.listAllMax;
		return listAll(db, listingDeps, { ...query, category }, limit);
	}, REPLY_IS_ITEM_LIST);

	route(app, listItems)(
		async ({ query }) => {
			const { nearest, ...page } = await listPage(db, listingDeps, query);
			return { ...page, ...(nearest && { nearest: present(nearest) }) };
		},
		{
			...DEPENDS_ON_ITEMS,
			expiresAt: ({ items, nearest = [] }, { reserved }) =>
				reserved === false ? OUTDATED_AT_ONCE : outdatedAt([...items, ...nearest]),
		},
	);

	route(app, getFacets)(
		async ({ query }) => {
			const facets = await countFacets(db, catalogue, query);
			return { success: true, ...facets };
		},
		{
			...DEPENDS_ON_ITEMS,
			expiresAt: (_facets, { reserved }) => (reserved === false ? OUTDATED_AT_ONCE : undefined),
		},
	);

	route(app, listItemsById)(async ({ query: { ids } }) => {
		return { success: true, items: present(await listPublicByIds(db, ids)) };
	}, REPLY_HAS_ITEMS);

	route(app, countItems)(async () => {
		const counts = [];
		for (const { name: category } of catalogue.current().categories) {
			counts.push({ category, total: await itemCache.total(db, { category }) });
		}
		return { counts };
	}, DEPENDS_ON_ITEMS);

	route(app, suggestItems)(async ({ query: { q, limit } }) => {
		const found = await suggestTitles(db, q, limit, synonymsIn(catalogue));
		const titles = await attachItems(db, found);
		return { suggestions: titles.map((title) => presentSuggestion(title, photoUrls)) };
	}, DEPENDS_ON_ITEMS);

	route(app, getSimilarItems)(async ({ params }) => {
		const row = requireVisible(await findItem(db, params.id), undefined);
		const ids = await findSimilar(db, row, synonymsIn(catalogue));
		const similar = await listOnSaleByIdsInOrder(db, ids);
		return { items: present(similar) };
	}, REPLY_HAS_ITEMS);
}
