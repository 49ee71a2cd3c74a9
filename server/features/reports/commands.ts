import type * as z from 'zod/mini';
import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import type {
	itemReportResolution,
	reviewReportResolution,
	wantedReportResolution,
} from '#contract/admin/report-decisions.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { REPORT_ERRORS } from '#contract/reports/errors.ts';
import type {
	itemReport,
	reviewReport,
	userReport,
	wantedReport,
} from '#contract/reports/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { conflictIfTaken } from '#server/db/errors.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { findReviewToReport } from '#server/features/deals/reviews/queries.ts';
import { announce, notify } from '#server/features/notifications/commands.ts';
import { readWanted } from '#server/features/wanted/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import {
	deleteReportNotification,
	findItemToReport,
	hasReport,
	ITEM_REPORTS,
	insertReport,
	type NewReport,
	newUserReport,
	REVIEW_REPORTS,
	type ReportKind,
	setDecision,
	USER_REPORTS,
	WANTED_REPORTS,
} from './queries.ts';

interface ReportDeps {
	db: Db;
	addTask: AddTask;
}

/** For new reports, of which administrators are notified at once. */
export interface ReportingDeps extends ReportDeps {
	adminChannel: Pick<AdminChannel, 'publish'>;
}

/** An action is valid for some kinds of report only; the schemas of the endpoints check this. */
export type ReportDecision =
	| ({ status: 'resolved' } & Omit<
			| z.output<typeof itemReportResolution>
			| z.output<typeof wantedReportResolution>
			| z.output<typeof reviewReportResolution>,
			'wholeTarget' | 'otherReports' | 'warning'
	  >)
	| { status: 'dismissed'; notes?: string | undefined };

/**
 * Reports an item.
 * @throws AppError not_found for an item that is not public; forbidden for the reporter's own item
 */
export async function fileItemReport(
	deps: ReportingDeps,
	reporterId: number,
	itemId: number,
	report: z.output<typeof itemReport>,
): Promise<void> {
	const item = await findItemToReport(deps.db, itemId);
	if (item?.sellerId === reporterId) throw new AppError('forbidden', REPORT_ERRORS.ownItem);
	if (!item?.isPublic) throw new AppError('not_found', ITEM_ERRORS.notFound);
	await fileReport(deps, ITEM_REPORTS, itemId, { ...report, reporterId, itemId });
}

/**
 * Reports a user. A banned user can still be reported: more may have come to light.
 * @throws AppError forbidden for the reporter's own account; not_found for an unknown or erased account
 */
export async function fileUserReport(
	deps: ReportingDeps,
	reporterId: number,
	reportedId: number,
	{ complaint, type, itemId, roomId }: z.output<typeof userReport>,
): Promise<void> {
	if (reportedId === reporterId) throw new AppError('forbidden', REPORT_ERRORS.yourself);
	if (!(await findUser(deps.db, reportedId))) {
		throw new AppError('not_found', REPORT_ERRORS.unknownUser);
	}
	const report = { reporterId, reportedId, complaint, type, itemId, room: roomId };
	await fileReport(deps, USER_REPORTS, reportedId, newUserReport(deps.db, report));
}

/**
 * Reports a wanted post.
 * @throws AppError not_found for a post that the reporter may not read; forbidden for the reporter's own post
 */
export async function fileWantedReport(
	deps: ReportingDeps,
	reporterId: number,
	wantedId: number,
	report: z.output<typeof wantedReport>,
): Promise<void> {
	const post = await readWanted(deps.db, wantedId, reporterId);
	if (post.userId === reporterId) throw new AppError('forbidden', REPORT_ERRORS.ownWanted);
	await fileReport(deps, WANTED_REPORTS, wantedId, { ...report, reporterId, wantedId });
}

/**
 * Reports a review, which may be about the reporter.
 * @throws AppError not_found for a review that is not public; forbidden for the reporter's own review
 */
export async function fileReviewReport(
	deps: ReportingDeps,
	reporterId: number,
	reviewId: number,
	report: z.output<typeof reviewReport>,
): Promise<void> {
	const review = await findReviewToReport(deps.db, reviewId);
	if (review?.writerId === reporterId) throw new AppError('forbidden', REPORT_ERRORS.ownReview);
	if (!review?.isShown) throw new AppError('not_found', REPORT_ERRORS.unknownReview);
	await fileReport(deps, REVIEW_REPORTS, reviewId, { ...report, reporterId, reviewId });
}

/** Stores a report and notifies administrators. A repeated report, for which no row is inserted, has no effect. */
async function fileReport(
	deps: ReportingDeps,
	kind: ReportKind,
	targetId: number,
	report: NewReport,
): Promise<void> {
	const id = await deps.db.transaction(async (tx) => {
		const inserted = await insertReport(tx, report);
		if (inserted === undefined) return undefined;
		await announce(
			{ ...deps, db: tx },
			{
				type: 'warning',
				target: 'admins',
				title: kind.notificationTitle,
				message: kind.notificationText(targetId, report.type),
				link: kind.linkOf(inserted, targetId),
			},
		);
		return inserted;
	});
	if (id === undefined) return;
	deps.adminChannel.publish({ what: kind.event });
	deps.adminChannel.publish({ what: 'notifications' });
}

/**
 * Stores the decision on a report and notifies the reporter. The caller carries out the action.
 * @returns the reporter, for `publishNotificationsChanged` after the commit
 * @throws AppError not_found; conflict when the report is already decided
 */
export function recordDecision(
	deps: ReportDeps,
	kind: ReportKind,
	adminId: number,
	reportId: number,
	decision: ReportDecision,
): Promise<{ reporterId: number }> {
	const stored = {
		status: decision.status,
		action: decision.status === 'resolved' ? decision.action : null,
		adminNotes: decision.notes ?? null,
		resolvedBy: adminId,
	};
	return deps.db.transaction(async (tx) => {
		const outcome = await setDecision(tx, kind, reportId, stored);
		if (!outcome) {
			throw (await hasReport(tx, kind, reportId))
				? new AppError('conflict', REPORT_DECISION_ERRORS.notPending)
				: new AppError('not_found', REPORT_DECISION_ERRORS.notFound);
		}
		await notifyReporter({ ...deps, db: tx }, kind, reportId, decision.status, outcome);
		return { reporterId: outcome.reporterId };
	});
}

/**
 * Lets a decided report wait for a decision again within the caller's transaction, which has found it, and tells the
 * reporter.
 * @returns the reporter, for `publishNotificationsChanged` after the commit
 * @throws AppError conflict when the report is pending, or was sent again meanwhile
 */
export async function reopenWithin(
	deps: ReportDeps,
	kind: ReportKind,
	reportId: number,
): Promise<{ reporterId: number }> {
	const outcome = await setDecision(deps.db, kind, reportId, null).catch(
		conflictIfTaken(REPORT_DECISION_ERRORS.sentAgain),
	);
	if (!outcome) throw new AppError('conflict', REPORT_DECISION_ERRORS.notDecided);
	await notifyReporter(deps, kind, reportId, 'pending', outcome);
	return { reporterId: outcome.reporterId };
}

const TOLD = {
	resolved: [NOTIFICATION_MESSAGES.reportResolved, NOTIFICATION_MESSAGES.reportResolvedText],
	dismissed: [NOTIFICATION_MESSAGES.reportDismissed, NOTIFICATION_MESSAGES.reportDismissedText],
	pending: [NOTIFICATION_MESSAGES.reportReopened, NOTIFICATION_MESSAGES.reportReopenedText],
} as const;

async function notifyReporter(
	deps: ReportDeps,
	kind: ReportKind,
	reportId: number,
	status: keyof typeof TOLD,
	{ reporterId, isReporterErased, about }: NonNullable<Awaited<ReturnType<typeof setDecision>>>,
): Promise<void> {
	if (isReporterErased) return;
	const [title, textAbout] = TOLD[status];
	await deleteReportNotification(deps.db, kind, reportId);
	await notify(deps, {
		report: { kind: kind.kind, id: reportId },
		userId: reporterId,
		kind: 'report',
		title,
		message: textAbout(about),
		link: PAGES.myReports,
	});
}
