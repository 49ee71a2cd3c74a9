import type { FastifyInstance } from 'fastify';
import {
	addItem,
	countItems,
	getAllItems,
	getFacets,
	getItem,
	getItemDetails,
	getItemsByCategory,
	getPriceGuide,
	getSimilarItems,
	listItems,
	listItemsById,
	putBackItem,
	suggestItems,
	updateItem,
} from '#contract/items/endpoints.ts';
import { ITEM_LIMITS, ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { readIdempotencyKey } from '#server/http/request-headers.ts';
import { route, sharedRoute } from '#server/http/route.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { editItem, postItem, putBack, requireEditable } from './commands.ts';
import { presentItem, presentItemDetails, presentItemPage, presentSuggestion } from './present.ts';
import { listSimilarSales, priceGuideFrom, requireReference } from './price-guide-queries.ts';
import {
	findItem,
	type ItemRow,
	type ItemRowWithSaves,
	listOnSaleByIdsInOrder,
	listPublicByIds,
} from './queries.ts';
import { requireVisible } from './rules.ts';
import { countFacets } from './search/facet-queries.ts';
import { createFoundItems, listAll, listPage } from './search/listing-page.ts';
import { findSimilar } from './search/listing-queries.ts';
import { suggestTitles } from './search/suggestion-queries.ts';
import { synonymsIn } from './search/tsqueries.ts';

interface ItemDeps {
	db: Db;
	store: PhotoStore;
	photoUrls: PhotoUrls;
	events: DatabaseEvents;
	addTask: AddTask;
	catalogue: Catalogue;
}

/** Routes to find, see, add and edit items, and the price guide. */
export function itemRoutes(
	app: FastifyInstance,
	{ db, store, photoUrls, events, addTask, catalogue }: ItemDeps,
): void {
	const deps = { db, store, catalogue, addTask, photoUrls };
	const changedItemReply = (row: ItemRowWithSaves, message: string) => ({
		message,
		item: presentItemDetails(row, photoUrls, row.sellerId),
	});

	const presentFor = (row: ItemRowWithSaves, callerId: number | undefined) =>
		presentItemPage(row, { photoUrls, catalogue }, callerId);

	itemSearchRoutes(app, { db, photoUrls, events, catalogue });

	route(app, getItem, async ({ params, caller }) => {
		const row = requireVisible(await findItem(db, params.id), caller.id);
		return presentFor(row, caller.id);
	});

	sharedRoute(app, getItemDetails, async ({ params, caller }) => {
		const found = await findItem(db, params.id);
		// Only the owner sees more than a visitor: with the owner's id, `caller` identifies nobody else.
		const ownerId = found && (await caller(found.sellerId))?.id;
		return { data: await presentFor(requireVisible(found, ownerId), ownerId) };
	});

	route(app, addItem, async ({ caller, body, files, request }) => {
		const idempotencyKey = readIdempotencyKey(request);
		return changedItemReply(
			await postItem(deps, caller.id, body, files, idempotencyKey),
			ITEM_MESSAGES.added,
		);
	});

	route(app, putBackItem, async ({ params, caller }) =>
		changedItemReply(await putBack(db, params.id, caller.id), ITEM_MESSAGES.putBack),
	);

	route(
		app,
		updateItem,
		async ({ params, caller, body, files }) => {
			const row = await editItem(deps, params.itemId, caller.id, body, files);
			return changedItemReply(row, ITEM_MESSAGES.updated);
		},
		{ before: ({ params, caller }) => requireEditable(db, params.itemId, caller.id) },
	);

	route(app, getPriceGuide, async ({ query }) => {
		const reference = requireReference(catalogue, query);
		const sales = await listSimilarSales(db, reference, query.condition);
		return { ...priceGuideFrom(sales, query.condition) };
	});
}

/**
 * Routes that find items: full lists, paged listings with search, counts, facets, suggestions and similar items.
 */
function itemSearchRoutes(
	app: FastifyInstance,
	deps: Pick<ItemDeps, 'db' | 'photoUrls' | 'events' | 'catalogue'>,
): void {
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
