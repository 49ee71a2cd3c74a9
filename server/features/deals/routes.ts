import type { FastifyInstance } from 'fastify';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import {
	actInDeal,
	getDeal,
	getHandoverCalendar,
	getQueue,
	listDeals,
	listReviews,
	markSold,
} from '#contract/deals/endpoints.ts';
import { removeItem } from '#contract/items/endpoints.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { presentItem, presentItemDetails } from '#server/features/items/present.ts';
import { originOf } from '#server/http/request-headers.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { createCursor, pageOf, positionId } from '#server/lib/cursors.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { readHandoverCalendar } from './calendar.ts';
import { type ActDeps, act, removeOwnItem, sellItem } from './commands.ts';
import { requireSide } from './decide.ts';
import { findDealItem } from './load-queries.ts';
import { presentReview } from './present.ts';
import { findDealPage, readDeal, readQueue } from './read.ts';
import { findRating, listShownReviews } from './reviews/queries.ts';

interface DealRouteDeps extends ActDeps {
	photoUrls: PhotoUrls;
	/** Named in calendar files. */
	site: { name: string; publicUrl: string | undefined };
}

/** Keyset cursor: the id of the last review of a page. Ids increase with time. */
const reviewCursor = createCursor(positionId);

/** Routes of deals between a seller and a buyer: their state, steps, queues, sales and reviews. */
export function dealRoutes(app: FastifyInstance, deps: DealRouteDeps): void {
	const { db, photoUrls, site } = deps;

	route(app, getDeal, async ({ params, caller }) => {
		return { deal: await readDeal(deps, params, caller.id) };
	});

	route(
		app,
		actInDeal,
		async ({ params, body, caller }) => {
			const result = await act(deps, { ...params, callerId: caller.id, sent: body });
			return { ...result };
		},
		{
			before: async ({ params, caller }) => {
				requireSide(await findDealItem(db, params.itemId), params.buyerId, caller.id);
			},
		},
	);

	route(app, listDeals, async ({ query, caller }) => {
		const { deals, nextCursor } = await findDealPage(deps, query, caller.id);
		const listedDeals = deals.map(({ deal, item, other }) => ({
			...deal,
			item: presentItem(item, photoUrls),
			other,
		}));
		return { deals: listedDeals, nextCursor };
	});

	route(app, getQueue, async ({ params, caller }) => ({
		queue: await readQueue(deps, params.id, caller.id),
	}));

	route(app, getHandoverCalendar, async ({ params, caller, request }) => {
		const origin = originOf(request, site.publicUrl);
		const calendar = await readHandoverCalendar(deps, params, caller.id, { ...site, origin });
		return asyncIterableOf(calendar);
	});

	route(app, markSold, async ({ params, body, caller }) => {
		const row = await sellItem(deps, params.id, caller.id, body);
		return {
			message: ITEM_MESSAGES.sold,
			item: presentItemDetails(row, photoUrls, row.sellerId),
		};
	});

	route(app, removeItem, async ({ params, caller }) => {
		const row = await removeOwnItem(deps, params.id, caller.id);
		return {
			message: ITEM_MESSAGES.removed,
			item: presentItemDetails(row, photoUrls, row.sellerId),
		};
	});

	// A banned or erased user has no page, and so no reviews.
	route(app, listReviews, async ({ params, query: { limit, cursor } }) => {
		const beforeId = cursor === undefined ? undefined : reviewCursor.decode(cursor);
		const person = await findUser(db, params.id);
		if (!person || person.bannedAt) throw new AppError('not_found', AUTH_ERRORS.userNotFound);
		const [found, { rating, reviewCount }] = await Promise.all([
			listShownReviews(db, params.id, limit + 1, beforeId),
			findRating(db, params.id),
		]);
		const { rows, last } = pageOf(found, limit);
		return {
			average: rating,
			count: reviewCount,
			reviews: rows.map(presentReview),
			nextCursor: last ? reviewCursor.encode(last.id) : null,
		};
	});
}

async function* asyncIterableOf(text: string): AsyncIterable<string> {
	yield text;
}
