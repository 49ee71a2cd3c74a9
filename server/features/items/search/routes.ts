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
import type { Db } from '#server/db/client.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { presentItem, presentSuggestion } from '#server/features/items/present.ts';
import {
	findItem,
	type ItemRow,
	listOnSaleByIdsInOrder,
	listPublicByIds,
} from '#server/features/items/queries.ts';
import { requireVisible } from '#server/features/items/rules.ts';
import { sharedRoute } from '#server/http/route.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { countFacets } from './facet-queries.ts';
import { createFoundItems, listAll, listPage } from './listing-page.ts';
import { findSimilar } from './listing-queries.ts';
import { suggestTitles } from './suggestion-queries.ts';
import { synonymsIn } from './tsqueries.ts';

interface SearchDeps {
	db: Db;
	photoUrls: PhotoUrls;
	events: DatabaseEvents;
	catalogue: Catalogue;
}

/**
 * Routes that find items: full lists, paged listings with search, counts, facets, suggestions and similar items.
 */
export function itemSearchRoutes(app: FastifyInstance, deps: SearchDeps): void {
	const { db, photoUrls, events, catalogue } = deps;
	const found = createFoundItems(photoUrls);
	app.memo.onClear(found.clearTotals);
	events.subscribe('dropFoundItems', (payload) => {
		if (payload === undefined) found.clear();
	});
	const listingDeps = { found, catalogue };
	const present = (rows: readonly ItemRow[]) => rows.map((row) => presentItem(row, photoUrls));

	sharedRoute(app, getAllItems, async ({ query }) => {
		const limit = query.limit ?? ITEM_LIMITS.listAllMax;
		return listAll(db, listingDeps, query, limit);
	});

	sharedRoute(app, getItemsByCategory, async ({ params: { category }, query }) => {
		const limit = query.limit ?? ITEM_LIMITS.listAllMax;
		return listAll(db, listingDeps, { ...query, category }, limit);
	});

	sharedRoute(app, listItems, async ({ query }) => {
		const { nearest, ...page } = await listPage(db, listingDeps, query);
		return { ...page, ...(nearest && { nearest: present(nearest) }) };
	});

	sharedRoute(app, getFacets, async ({ query }) => {
		return countFacets(db, catalogue, query);
	});

	sharedRoute(app, listItemsById, async ({ query: { ids } }) => {
		return { items: present(await listPublicByIds(db, ids)) };
	});

	sharedRoute(app, countItems, async () => {
		const counts = [];
		for (const { name: category } of catalogue.current().categories) {
			counts.push({ category, total: await found.count(db, { category }) });
		}
		return { counts };
	});

	sharedRoute(app, suggestItems, async ({ query: { q, limit } }) => {
		const titles = await suggestTitles(db, q, limit, synonymsIn(catalogue));
		return { suggestions: titles.map((title) => presentSuggestion(title, photoUrls)) };
	});

	sharedRoute(app, getSimilarItems, async ({ params }) => {
		const row = requireVisible(await findItem(db, params.id), undefined);
		const ids = await findSimilar(db, row, synonymsIn(catalogue));
		const similar = await listOnSaleByIdsInOrder(db, ids);
		return { items: present(similar) };
	});
}
