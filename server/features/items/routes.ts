import type { FastifyInstance } from 'fastify';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { addItem, getItem, getItemDetails, markSold, updateItem } from '#contract/items/items.ts';
import type { PublicChanges } from '#server/cache/invalidation.ts';
import type { Db, Read } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Live } from '#server/realtime/realtime.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import { editItem, postItem, requireEditable, sellItem } from './commands.ts';
import { presentItemDetails } from './present.ts';
import { findItem, type ItemRow } from './queries.ts';
import { isHidden, requireRetryKey, requireVisible } from './rules.ts';
import { findingRoutes } from './search/routes.ts';

interface ItemDeps {
	db: Db;
	read: Read;
	store: PhotoStore;
	addresses: PhotoAddresses;
	changes: PublicChanges;
	addTask: AddTask;
	live: Pick<Live, 'toUser'>;
}

export function itemRoutes(
	app: FastifyInstance,
	{ db, read, store, addresses, changes, addTask, live }: ItemDeps,
): void {
	const market = { db, store };
	const changed = (row: ItemRow, message: string) => ({
		success: true as const,
		message,
		item: presentItemDetails(row, addresses, row.sellerId),
	});

	findingRoutes(app, { read, addresses, changes });

	route(
		app,
		getItem,
	)(async ({ params, caller }) => {
		const row = requireVisible(await findItem(db, params.id), caller.id);
		return presentItemDetails(row, addresses, caller.id);
	});

	route(app, getItemDetails)(
		async ({ params, caller }) => {
			const { row, callerId } = await read(async (at) => {
				const found = await findItem(at, params.id);
				const id = found && isHidden(found) ? (await caller())?.id : undefined;
				return { row: requireVisible(found, id), callerId: id };
			});
			return { success: true, data: presentItemDetails(row, addresses, callerId) };
		},
		{ madeOf: ({ params }) => ({ of: 'items', id: params.id }) },
	);

	route(
		app,
		addItem,
	)(async ({ caller, body, files, request }) => {
		const key = requireRetryKey(request.headers['idempotency-key']);
		return changed(await postItem(market, caller.id, body, files, key), ITEM_MESSAGES.added);
	});

	route(app, updateItem)(
		async ({ params, caller, body, files }) => {
			const row = await editItem(market, params.itemId, caller.id, body, files);
			return changed(row, ITEM_MESSAGES.updated);
		},
		{ before: ({ params, caller }) => requireEditable(db, params.itemId, caller.id) },
	);

	route(
		app,
		markSold,
	)(async ({ params, caller }) => {
		const { row, told } = await sellItem({ db, addTask }, params.id, caller.id);
		for (const userId of told) live.toUser(userId, LIVE_EVENTS.noticesChanged, {});
		return changed(row, ITEM_MESSAGES.sold);
	});
}
