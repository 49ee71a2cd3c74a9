import type { FastifyInstance } from 'fastify';
import { ITEM_LIMITS } from '#contract/item-facts.ts';
import {
	getAllItems,
	getItemsByCategory,
	getSimilarItems,
	listItems,
	suggestItems,
} from '#contract/items.ts';
import type { Db } from '#server/db/client.ts';
import { route } from '#server/http/route.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import { listPage, listWhole } from './page.ts';
import { presentItem } from './present.ts';
import { findItem, type ItemRow, listInOrder } from './queries.ts';
import { requireVisible } from './rules.ts';
import { findSimilar } from './similar-queries.ts';
import { suggestTitles } from './suggestions.ts';

interface FindingDeps {
	db: Db;
	addresses: PhotoAddresses;
}

/** Everything that finds items on sale: lists, pages, search, suggestions, similar ones. */
export function findingRoutes(app: FastifyInstance, { db, addresses }: FindingDeps): void {
	const present = (rows: readonly ItemRow[]) => rows.map((row) => presentItem(row, addresses));

	route(
		app,
		getAllItems,
	)(async ({ query }) => {
		return present(await listWhole(db, query, query.limit ?? ITEM_LIMITS.wholeList));
	});

	route(
		app,
		getItemsByCategory,
	)(async ({ params: { category }, query }) => {
		const limit = query.limit ?? ITEM_LIMITS.wholeList;
		return present(await listWhole(db, { ...query, category }, limit));
	});

	route(
		app,
		listItems,
	)(async ({ query }) => {
		const { rows, nextCursor, total, nearest } = await listPage(db, query);
		const help = nearest && { nearest: present(nearest.rows), didYouMean: nearest.didYouMean };
		return { items: present(rows), nextCursor, total, ...help };
	});

	route(
		app,
		suggestItems,
	)(async ({ query: { q, limit } }) => {
		return { suggestions: await suggestTitles(db, q, limit) };
	});

	route(
		app,
		getSimilarItems,
	)(async ({ params }) => {
		const row = requireVisible(await findItem(db, params.id), undefined);
		const ids = await findSimilar(db, row, ITEM_LIMITS.similar);
		return { items: present(await listInOrder(db, ids)) };
	});
}
