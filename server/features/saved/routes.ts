import type { FastifyInstance } from 'fastify';
import {
	addSavedItem,
	addSavedItems,
	listSavedIds,
	listSavedItems,
	removeSavedItem,
} from '#contract/saved/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import { listPublicByIds } from '#server/features/items/queries.ts';
import { route } from '#server/http/route.ts';
import { pageOf } from '#server/lib/cursors.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { saveItem, saveItems } from './commands.ts';
import { presentSaved } from './present.ts';
import {
	decodePosition,
	deleteSaved,
	encodePosition,
	listAllSavedIds,
	listSaved,
} from './queries.ts';

interface SavedDeps {
	db: Db;
	photoUrls: PhotoUrls;
}

/** Routes of saved items. Items of a seller who has blocked the user stay in the list: a block must not be revealed. */
export function savedRoutes(app: FastifyInstance, { db, photoUrls }: SavedDeps): void {
	route(app, addSavedItem, async ({ params, caller }) => {
		await saveItem(db, caller.id, params.itemId);
		return { saved: true as const };
	});

	route(app, removeSavedItem, async ({ params, caller }) => {
		await deleteSaved(db, caller.id, params.itemId);
		return { saved: false as const };
	});

	route(app, addSavedItems, async ({ body, caller }) => ({
		...(await saveItems(db, caller.id, body.ids)),
	}));

	route(app, listSavedIds, async ({ caller }) => ({ ids: await listAllSavedIds(db, caller.id) }));

	route(app, listSavedItems, async ({ query: { limit, cursor }, caller }) => {
		const after = cursor === undefined ? undefined : decodePosition(cursor);
		const { rows, last } = pageOf(await listSaved(db, caller.id, limit + 1, after), limit);
		const publicItems = await listPublicByIds(
			db,
			rows.map(({ itemId }) => itemId),
		);
		const byId = new Map(publicItems.map((item) => [item.id, item]));
		return {
			items: rows.map((row) => presentSaved(row, byId.get(row.itemId), photoUrls)),
			nextCursor: last ? encodePosition(last) : null,
		};
	});
}
