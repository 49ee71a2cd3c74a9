import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import {
	ADMIN_ITEM_MESSAGES,
	banItem,
	bulkChangeItems,
	correctItem,
	deleteAdminItem,
	exportItems,
	getAdminItem,
	listAdminItems,
	relistItem,
	restoreItem,
	unbanItem,
} from '#contract/admin/items.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { logUnchanged } from '#server/admin/audit/rejected-actions.ts';
import { EXPORT_BATCH_SIZE, generateCsv } from '#server/admin/kit/csv.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { listItemHistory } from '#server/admin/kit/history-queries.ts';
import { logView } from '#server/admin/kit/log-view.ts';
import { actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import {
	correctItemFields,
	liftBan,
	moderateItem,
	moderateItems,
} from '#server/features/items/moderation.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { listItemDeals } from './deal-queries.ts';
import {
	findAdminItem,
	findItemPage,
	type ItemWithPhotosRow,
	streamItems,
} from './list-queries.ts';
import { ITEM_COLUMNS, presentAdminItem } from './present.ts';
import { searchTextOf } from './search-text.ts';

type ItemQuery = Omit<z.output<(typeof listAdminItems)['query']>, 'page' | 'limit' | 'sort'>;

/** Routes to view and moderate items. */
export function adminItemRoutes(app: FastifyInstance, deps: AdminDeps): void {
	readRoutes(app, deps);
	writeRoutes(app, deps);
}

function readRoutes(
	app: FastifyInstance,
	{ db, backgroundDb, photoUrls, catalogue, config }: AdminDeps,
): void {
	const withSynonyms = ({ search: text, ...filters }: ItemQuery) => ({
		...filters,
		search: text === undefined ? undefined : searchTextOf(catalogue, text),
	});

	route(
		app,
		listAdminItems,
	)(async ({ query, request }) => {
		const { page, limit, sort, ...filters } = query;
		const listed = withSynonyms(filters);
		const { found, entries } = await findItemPage(db, listed, sort, { page, limit });
		await logView(db, request, { action: 'VIEW_ITEMS', target: 'items' }, query);
		return {
			success: true,
			items: entries.map((row) => presentAdminItem(row, photoUrls)),
			pagination: paginationOf(page, limit, found),
		};
	});

	route(
		app,
		exportItems,
	)(async ({ query, request }) => {
		const { sort, ...filters } = query;
		await logView(db, request, { action: 'ITEMS_EXPORTED', target: 'items' }, query);
		return generateCsv(
			ITEM_COLUMNS,
			streamItems(backgroundDb, withSynonyms(filters), sort, EXPORT_BATCH_SIZE),
			config.site.timeZone,
		);
	});

	route(
		app,
		getAdminItem,
	)(async ({ params, request }) => {
		const item = await requireAdminItem(db, params.id);
		const deals = await listItemDeals(db, params.id);
		const history = await listItemHistory(db, params.id);
		await logAudit(db, actorOf(request), { action: 'VIEW_ITEMS', target: `item ${params.id}` });
		return { success: true, item: presentAdminItem(item, photoUrls), deals, history };
	});
}

function writeRoutes(app: FastifyInstance, deps: AdminDeps): void {
	route(
		app,
		banItem,
	)(async ({ params, body, request }) => {
		await moderateItem(deps, actorOf(request), params.id, 'ban', body.reason);
		return { success: true, message: ADMIN_ITEM_MESSAGES.banned };
	});

	route(
		app,
		unbanItem,
	)(async ({ params, request }) => {
		const wasBanned = await liftBan(deps, actorOf(request), params.id);
		const item = await requireAdminItem(deps.db, params.id);
		const message = ADMIN_ITEM_MESSAGES[wasBanned ? 'unbanned' : 'soldNotBanned'];
		return { success: true, message, item: presentAdminItem(item, deps.photoUrls) };
	});

	route(
		app,
		relistItem,
	)(async ({ params, request }) => {
		await moderateItem(deps, actorOf(request), params.id, 'relist');
		return { success: true, message: ADMIN_ITEM_MESSAGES.relisted };
	});

	route(
		app,
		deleteAdminItem,
	)(async ({ params, body, request }) => {
		await moderateItem(deps, actorOf(request), params.id, 'delete', body.reason);
		return { success: true, message: ADMIN_ITEM_MESSAGES.deleted };
	});

	route(
		app,
		restoreItem,
	)(async ({ params, request }) => {
		await moderateItem(deps, actorOf(request), params.id, 'restore');
		return { success: true, message: ADMIN_ITEM_MESSAGES.restored };
	});

	route(
		app,
		correctItem,
	)(async ({ params, body, request }) => {
		await correctItemFields(deps, actorOf(request), params.id, body);
		return { success: true, message: ADMIN_ITEM_MESSAGES.corrected };
	});

	route(
		app,
		bulkChangeItems,
	)(async ({ body: { itemIds, action, reason }, request }) => {
		const bulkDeps = { ...deps, db: deps.backgroundDb };
		const changed = await moderateItems(bulkDeps, actorOf(request), itemIds, action, reason);
		const unchanged = itemIds.filter((id) => !changed.includes(id));
		await logUnchanged(deps.backgroundDb, request, unchanged);
		return { success: true, message: BULK_MESSAGES.changed(changed.length), changed, unchanged };
	});
}

async function requireAdminItem(db: Db, id: number): Promise<ItemWithPhotosRow> {
	const item = await findAdminItem(db, id);
	if (!item) throw new AppError('not_found', ITEM_ERRORS.notFound);
	return item;
}
