import type { FastifyInstance } from 'fastify';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { listReviews } from '#contract/deals/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { pageOf } from '#server/lib/cursors.ts';
import { reviewCursor } from './cursor.ts';
import { presentReview } from './present.ts';
import { findRating, listShownReviews } from './queries.ts';

/** Public reviews about a user. A banned or erased user has no page, and so no reviews. */
export function reviewRoutes(app: FastifyInstance, { db }: { db: Db }): void {
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
