import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import { hasReview, setReviewHidden } from './queries.ts';

interface ModerationDeps {
	db: Db;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

/**
 * Hides a review within the transaction that decides a report, which also writes the audit entry.
 * @returns false for a review that is hidden already
 */
export function hideReviewWithin(tx: Db, reviewId: number): Promise<boolean> {
	return setReviewHidden(tx, reviewId, true);
}

/**
 * Makes a hidden review public again, so that it counts in the rating again.
 * @throws AppError not_found; conflict for a review that is not hidden
 */
export async function unhideReview(
	deps: ModerationDeps,
	actor: Actor,
	reviewId: number,
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		if (!(await setReviewHidden(tx, reviewId, false))) {
			throw (await hasReview(tx, reviewId))
				? new AppError('conflict', REPORT_ERRORS.reviewNotHidden)
				: new AppError('not_found', REPORT_ERRORS.unknownReview);
		}
		await logAudit(tx, actor, { action: 'REVIEW_UNHIDDEN', target: `review ${reviewId}` });
	});
	deps.adminChannel.publish({ what: 'review-reports' }, actor.socketId);
}
