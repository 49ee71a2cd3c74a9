import type { FastifyInstance } from 'fastify';
import { getPerson } from '#contract/accounts/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import type { Db } from '#server/db/client.ts';
import { presentPerson } from '#server/features/auth/present.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { findPersonDeals } from '#server/features/deals/reviews/queries.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { createMonthFormatter } from './present.ts';
import { countItemsOf } from './queries.ts';
import { createReplyTimeCache } from './reply-times.ts';

/** Public profiles of users. A banned or erased user has none. */
export function peopleRoutes(
	app: FastifyInstance,
	{ db, photoUrls, timeZone }: { db: Db; photoUrls: PhotoUrls; timeZone: string },
): void {
	const formatMonth = createMonthFormatter(timeZone);
	const replyMinutesOf = createReplyTimeCache();

	route(
		app,
		getPerson,
	)(async ({ params }) => {
		const user = await findUser(db, params.id);
		if (!user || user.bannedAt) throw new AppError('not_found', AUTH_ERRORS.userNotFound);
		const [counts, replyMinutes, deals] = await Promise.all([
			countItemsOf(db, user.id),
			replyMinutesOf(db, user.id),
			findPersonDeals(db, user.id),
		]);
		return {
			success: true,
			person: {
				...presentPerson(user, photoUrls),
				joined: formatMonth(user.createdAt),
				...counts,
				replyMinutes,
				...deals,
			},
		};
	});
}
