import type * as z from 'zod/mini';
import { ADMIN_NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	type itemReportResolution,
	REPORT_DECISION_MESSAGES,
	type userReportResolution,
} from '#contract/admin/report-decisions.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { type itemReport, REPORT_MESSAGES, type userReport } from '#contract/reports/reports.ts';
import type { Db } from '#server/db/client.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { announce, notify } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import {
	type DecidedReport,
	findItemToReport,
	hasItemReport,
	hasUserReport,
	insertItemReport,
	insertUserReport,
	type ReportOutcome,
	setItemReportDecided,
	setUserReportDecided,
} from './queries.ts';

interface ReportDeps {
	db: Db;
	addTask: AddTask;
}

/** What a new report is made with: administrators hear of it at once. */
export interface ReportingDeps extends ReportDeps {
	adminChannel: Pick<AdminChannel, 'publish'>;
}

type Dismissal = { status: 'dismissed'; notes?: string | undefined };
export type ItemReportDecision =
	| ({ status: 'resolved' } & Omit<
			z.output<typeof itemReportResolution>,
			'wholeTarget' | 'otherReports' | 'warning'
	  >)
	| Dismissal;
export type UserReportDecision =
	| ({ status: 'resolved' } & Omit<
			z.output<typeof userReportResolution>,
			'wholeTarget' | 'otherReports' | 'warning'
	  >)
	| Dismissal;
export type ReportDecision = ItemReportDecision | UserReportDecision;

/** @throws Refusal not_found for what the public does not find; forbidden for the reporter's own item */
export async function fileItemReport(
	deps: ReportingDeps,
	reporterId: number,
	itemId: number,
	report: z.output<typeof itemReport>,
): Promise<void> {
	const item = await findItemToReport(deps.db, itemId);
	if (item?.sellerId === reporterId) throw new AppError('forbidden', REPORT_MESSAGES.ownItem);
	if (!item?.isPublic) throw new AppError('not_found', ITEM_MESSAGES.notFound);
	const isNew = await deps.db.transaction(async (tx) => {
		const id = await insertItemReport(tx, { ...report, reporterId, itemId });
		if (id === undefined) return false;
		await announce(
			{ ...deps, db: tx },
			{
				type: 'warning',
				target: 'admins',
				title: ADMIN_NOTIFICATION_MESSAGES.newItemReport,
				message: ADMIN_NOTIFICATION_MESSAGES.newItemReportText(itemId, report.type),
				link: `${ADMIN_PAGES.reports}?report=${id}`,
			},
		);
		return true;
	});
	if (isNew) publishNewReport(deps.adminChannel, 'reports');
}

/**
 * Who is suspended may still be reported: more may have come to light.
 * @throws Refusal forbidden for oneself; not_found for nobody, or an account that is gone
 */
export async function fileUserReport(
	deps: ReportingDeps,
	reporterId: number,
	reportedId: number,
	{ complaint, type, itemId, roomId }: z.output<typeof userReport>,
): Promise<void> {
	if (reportedId === reporterId) throw new AppError('forbidden', REPORT_MESSAGES.yourself);
	if (!(await findUser(deps.db, reportedId))) {
		throw new AppError('not_found', REPORT_MESSAGES.unknownUser);
	}
	const report = { complaint, type, itemId: itemId ?? undefined, room: roomId };
	const isNew = await deps.db.transaction(async (tx) => {
		const id = await insertUserReport(tx, { ...report, reporterId, reportedId });
		if (id === undefined) return false;
		await announce(
			{ ...deps, db: tx },
			{
				type: 'warning',
				target: 'admins',
				title: ADMIN_NOTIFICATION_MESSAGES.newUserReport,
				message: ADMIN_NOTIFICATION_MESSAGES.newUserReportText(reportedId, type),
				link: `${ADMIN_PAGES.userReports}?report=${id}`,
			},
		);
		return true;
	});
	if (isNew) publishNewReport(deps.adminChannel, 'user-reports');
}

function publishNewReport(
	adminChannel: ReportingDeps['adminChannel'],
	what: 'reports' | 'user-reports',
): void {
	adminChannel.publish({ what });
	adminChannel.publish({ what: 'notifications' });
}

/**
 * Decides a report about an item and tells its sender; what else the action asks for is for the caller to do.
 * @returns whose devices to tell of their news, after the commit
 * @throws Refusal not_found; conflict when somebody has decided it before
 */
export function decideItemReport(
	deps: ReportDeps,
	adminId: number,
	reportId: number,
	decision: ItemReportDecision,
): Promise<{ reporterId: number }> {
	return deps.db.transaction(async (tx) => {
		const outcome = await setItemReportDecided(tx, reportId, decidedReport(adminId, decision));
		if (!outcome) throw undecidableError(await hasItemReport(tx, reportId));
		await notifyReporter({ ...deps, db: tx }, decision.status, outcome);
		return { reporterId: outcome.reporterId };
	});
}

/**
 * Decides a report about a person and tells its sender; what else the action asks for is for the caller to do.
 * @returns whose devices to tell of their news, after the commit
 * @throws Refusal not_found; conflict when somebody has decided it before
 */
export function decideUserReport(
	deps: ReportDeps,
	adminId: number,
	reportId: number,
	decision: UserReportDecision,
): Promise<{ reporterId: number }> {
	return deps.db.transaction(async (tx) => {
		const outcome = await setUserReportDecided(tx, reportId, decidedReport(adminId, decision));
		if (!outcome) throw undecidableError(await hasUserReport(tx, reportId));
		await notifyReporter({ ...deps, db: tx }, decision.status, outcome);
		return { reporterId: outcome.reporterId };
	});
}

function decidedReport(adminId: number, decision: ReportDecision): DecidedReport {
	return {
		status: decision.status,
		action: decision.status === 'resolved' ? decision.action : null,
		adminNotes: decision.notes ?? null,
		resolvedBy: adminId,
	};
}

function undecidableError(exists: boolean): AppError {
	return exists
		? new AppError('conflict', REPORT_DECISION_MESSAGES.notPending)
		: new AppError('not_found', REPORT_DECISION_MESSAGES.notFound);
}

async function notifyReporter(
	deps: ReportDeps,
	status: DecidedReport['status'],
	{ reporterId, isReporterErased, about }: ReportOutcome,
): Promise<void> {
	if (isReporterErased) return;
	const isUpheld = status === 'resolved';
	await notify(deps, {
		userId: reporterId,
		kind: 'report',
		title: isUpheld ? NOTIFICATION_MESSAGES.reportResolved : NOTIFICATION_MESSAGES.reportDismissed,
		message: isUpheld
			? NOTIFICATION_MESSAGES.reportResolvedText(about)
			: NOTIFICATION_MESSAGES.reportDismissedText(about),
		link: PAGES.myReports,
	});
}
