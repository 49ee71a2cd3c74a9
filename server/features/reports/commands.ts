import type * as z from 'zod/mini';
import { NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	type itemReportResolution,
	REPORT_DECISION_MESSAGES,
	type userReportResolution,
} from '#contract/admin/report-decisions.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import { type itemReport, REPORT_MESSAGES, type userReport } from '#contract/reports/reports.ts';
import type { Db } from '#server/db/client.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { announce, tell } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { Refusal } from '#server/lib/app-error.ts';
import type { Office } from '#server/realtime/admin-channel.ts';
import {
	type DecidedReport,
	findItemToReport,
	hasItemReport,
	hasUserReport,
	insertItemReport,
	insertUserReport,
	type ReportNews,
	setItemReportDecided,
	setUserReportDecided,
} from './queries.ts';

interface Parts {
	db: Db;
	addTask: AddTask;
}

/** What a new report is made with: administrators hear of it at once. */
export interface ReportingParts extends Parts {
	office: Pick<Office, 'tell'>;
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
export async function reportItemAs(
	parts: ReportingParts,
	reporterId: number,
	itemId: number,
	report: z.output<typeof itemReport>,
): Promise<void> {
	const item = await findItemToReport(parts.db, itemId);
	if (item?.sellerId === reporterId) throw new Refusal('forbidden', REPORT_MESSAGES.ownItem);
	if (!item?.isPublic) throw new Refusal('not_found', ITEM_MESSAGES.notFound);
	const isNew = await parts.db.transaction(async (tx) => {
		const id = await insertItemReport(tx, { ...report, reporterId, itemId });
		if (id === undefined) return false;
		await announce(
			{ ...parts, db: tx },
			{
				type: 'warning',
				target: 'admins',
				title: NOTIFICATION_MESSAGES.newItemReport,
				message: NOTIFICATION_MESSAGES.newItemReportText(itemId, report.type),
				link: `${ADMIN_PAGES.reports}?report=${id}`,
			},
		);
		return true;
	});
	if (isNew) tellOffice(parts.office, 'reports');
}

/**
 * Who is suspended may still be reported: more may have come to light.
 * @throws Refusal forbidden for oneself; not_found for nobody, or an account that is gone
 */
export async function reportUserAs(
	parts: ReportingParts,
	reporterId: number,
	reportedId: number,
	{ complaint, type, itemId, roomId }: z.output<typeof userReport>,
): Promise<void> {
	if (reportedId === reporterId) throw new Refusal('forbidden', REPORT_MESSAGES.yourself);
	if (!(await findUser(parts.db, reportedId))) {
		throw new Refusal('not_found', REPORT_MESSAGES.unknownUser);
	}
	const report = { complaint, type, itemId: itemId ?? undefined, room: roomId };
	const isNew = await parts.db.transaction(async (tx) => {
		const id = await insertUserReport(tx, { ...report, reporterId, reportedId });
		if (id === undefined) return false;
		await announce(
			{ ...parts, db: tx },
			{
				type: 'warning',
				target: 'admins',
				title: NOTIFICATION_MESSAGES.newUserReport,
				message: NOTIFICATION_MESSAGES.newUserReportText(reportedId, type),
				link: `${ADMIN_PAGES.userReports}?report=${id}`,
			},
		);
		return true;
	});
	if (isNew) tellOffice(parts.office, 'user-reports');
}

function tellOffice(office: ReportingParts['office'], what: 'reports' | 'user-reports'): void {
	office.tell({ what });
	office.tell({ what: 'notifications' });
}

/**
 * Decides a report about an item and tells its sender; what else the action asks for is for the caller to do.
 * @returns whose devices to tell of their news, after the commit
 * @throws Refusal not_found; conflict when somebody has decided it before
 */
export function decideItemReport(
	parts: Parts,
	adminId: number,
	reportId: number,
	decision: ItemReportDecision,
): Promise<{ reporterId: number }> {
	return parts.db.transaction(async (tx) => {
		const news = await setItemReportDecided(tx, reportId, decided(adminId, decision));
		if (!news) throw undecidable(await hasItemReport(tx, reportId));
		await tellReporter({ ...parts, db: tx }, decision.status, news);
		return { reporterId: news.reporterId };
	});
}

/**
 * Decides a report about a person and tells its sender; what else the action asks for is for the caller to do.
 * @returns whose devices to tell of their news, after the commit
 * @throws Refusal not_found; conflict when somebody has decided it before
 */
export function decideUserReport(
	parts: Parts,
	adminId: number,
	reportId: number,
	decision: UserReportDecision,
): Promise<{ reporterId: number }> {
	return parts.db.transaction(async (tx) => {
		const news = await setUserReportDecided(tx, reportId, decided(adminId, decision));
		if (!news) throw undecidable(await hasUserReport(tx, reportId));
		await tellReporter({ ...parts, db: tx }, decision.status, news);
		return { reporterId: news.reporterId };
	});
}

function decided(adminId: number, decision: ReportDecision): DecidedReport {
	return {
		status: decision.status,
		action: decision.status === 'resolved' ? decision.action : null,
		adminNotes: decision.notes ?? null,
		resolvedBy: adminId,
	};
}

function undecidable(isThere: boolean): Refusal {
	return isThere
		? new Refusal('conflict', REPORT_DECISION_MESSAGES.notPending)
		: new Refusal('not_found', REPORT_DECISION_MESSAGES.notFound);
}

async function tellReporter(
	parts: Parts,
	status: DecidedReport['status'],
	{ reporterId, reporterIsGone, about }: ReportNews,
): Promise<void> {
	if (reporterIsGone) return;
	const isUpheld = status === 'resolved';
	await tell(parts, {
		userId: reporterId,
		kind: 'report',
		title: isUpheld ? NOTICE_MESSAGES.reportResolved : NOTICE_MESSAGES.reportDismissed,
		message: isUpheld
			? NOTICE_MESSAGES.reportResolvedText(about)
			: NOTICE_MESSAGES.reportDismissedText(about),
		link: PAGES.myReports,
	});
}
