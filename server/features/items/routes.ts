import type { FastifyInstance } from 'fastify';
import {
	addItem,
	getItem,
	getItemDetails,
	getPriceGuide,
	putBackItem,
	updateItem,
} from '#contract/items/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { Db } from '#server/db/client.ts';
import type { DatabaseEvents } from '#server/db/events.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { readIdempotencyKey } from '#server/http/request-headers.ts';
import { route, sharedRoute } from '#server/http/route.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { editItem, postItem, putBack, requireEditable } from './commands.ts';
import { presentItemDetails, presentItemPage } from './present.ts';
import { listSimilarSales, priceGuideFrom, requireReference } from './price-guide-queries.ts';
import { findItem, type ItemRowWithSaves } from './queries.ts';
import { requireVisible } from './rules.ts';
import { itemSearchRoutes } from './search/routes.ts';

interface ItemDeps {
	db: Db;
	store: PhotoStore;
	photoUrls: PhotoUrls;
	events: DatabaseEvents;
	addTask: AddTask;
	catalogue: Catalogue;
}

/** Routes to see, add and edit items, and the price guide; those of the search are in its folder. */
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
