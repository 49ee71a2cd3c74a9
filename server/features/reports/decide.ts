import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { type Actor, type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import {
	type AccountLifecycle,
	afterUserBanned,
	banUserWithin,
} from '#server/features/accounts/moderation.ts';
import { hideReviewWithin } from '#server/features/deals/reviews/moderation.ts';
import { afterItemBanned, banItemWithin } from '#server/features/items/moderation.ts';
import { notifyWarning } from '#server/features/notifications/commands.ts';
import { removeWantedWithin } from '#server/features/wanted/moderation.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { type ReportDecision, recordDecision } from './commands.ts';
import { lockTarget, type ReportTarget } from './lock-target-queries.ts';
import type { ReportKind } from './queries.ts';

interface TransactionDeps {
	db: Db;
	addTask: AddTask;
}

interface DecisionDeps extends TransactionDeps {
	/** For a decision on all reports about one target. */
	backgroundDb: Db;
	realtime: RealtimeServer;
	accountLifecycle: AccountLifecycle;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

interface DecisionInput {
	decision: ReportDecision;
	/** What a person who is warned reads; the market's own words unless said. */
	warning?: string | undefined;
	wholeTarget: boolean;
	otherReports?: readonly number[] | undefined;
}

/** What was done beside deciding, and so has to take effect after the commit. */
interface SideEffects {
	entries: AuditEntry[];
	bannedItem?: number;
	bannedUser?: number;
	warnedUser?: number;
	/** The owner of a removed post. */
	removedFrom?: number;
}

const NO_EFFECTS: SideEffects = { entries: [] };

/**
 * Decides a report, and every other pending one about the same where `wholeTarget` says so, of these only `otherReports` where
 * they are given, and does what the decision asks for: all of it, or nothing.
 * @throws AppError not_found; conflict when somebody has decided it before
 */
export async function decideReport(
	deps: DecisionDeps,
	administrator: Actor & { adminId: number },
	kind: ReportKind,
	reportId: number,
	{ decision: requested, warning, wholeTarget, otherReports }: DecisionInput,
): Promise<void> {
	const { name, event } = kind;
	// Of one target there may be a thousand, each with somebody to tell: they take the time they take.
	const db = wholeTarget ? deps.backgroundDb : deps.db;
	const { reporters, effects } = await db.transaction(async (tx) => {
		const txDeps = { ...deps, db: tx };
		const target = await lockTarget(tx, kind, reportId, wholeTarget ? (otherReports ?? 'all') : []);
		if (!target) throw new AppError('not_found', REPORT_DECISION_ERRORS.notFound);
		const decision = applicableDecision(requested, target);
		const ids = [reportId, ...target.otherReports];
		const reporterIds: number[] = [];
		for (const id of ids) {
			const decided = await recordDecision(txDeps, kind, administrator.adminId, id, decision);
			reporterIds.push(decided.reporterId);
		}
		const sideEffects = await applyAction(txDeps, target, `${name} ${reportId}`, decision, warning);
		const decisionEntries = ids.map((id) => auditEntryFor(`${name} ${id}`, decision));
		await logAudit(tx, administrator, ...decisionEntries, ...sideEffects.entries);
		return { reporters: reporterIds, effects: sideEffects };
	});
	for (const userId of new Set(reporters)) notifyUser(deps, userId);
	publishSideEffects(deps, effects, administrator.socketId);
	deps.adminChannel.publish({ what: event }, administrator.socketId);
}

function auditEntryFor(target: string, decision: ReportDecision): AuditEntry {
	if (decision.status === 'dismissed') {
		return { action: 'REPORT_DISMISSED', target, details: decision.notes ?? '' };
	}
	const { action, notes } = decision;
	return { action: 'REPORT_RESOLVED', target, details: withNotes(`action ${action}`, notes) };
}

/** What is recorded is what was done: nothing is done to an item or a post that is deleted, or a person whose account is erased. */
function applicableDecision(
	decision: ReportDecision,
	{ isPersonErased, item, wanted }: ReportTarget,
): ReportDecision {
	if (decision.status === 'dismissed') return decision;
	const { action } = decision;
	const isGone = () => {
		if (action === 'item_banned') return item?.isDeleted;
		if (action === 'wanted_removed') return wanted?.isDeleted;
		// The words of an erased account stay readable until they are hidden.
		if (action === 'review_hidden') return false;
		return action !== 'none' && isPersonErased;
	};
	return isGone() ? { ...decision, action: 'none' } : decision;
}

/** Banning what is banned already is no fault, and no deed. */
async function applyAction(
	deps: Pick<DecisionDeps, 'db' | 'addTask' | 'accountLifecycle'>,
	reported: ReportTarget,
	report: string,
	decision: ReportDecision,
	warning = REPORT_DECISION_MESSAGES.warning(reported.item?.title ?? reported.wanted?.title),
): Promise<SideEffects> {
	if (decision.status === 'dismissed') return NO_EFFECTS;
	const { action, notes } = decision;
	const { personId } = reported;
	const reason = { details: withNotes(report, notes), report };
	const target = `user ${personId}`;
	if (action === 'user_banned' && (await banUserWithin(deps, personId, notes))) {
		return { entries: [{ action: 'USER_BANNED', target, ...reason }], bannedUser: personId };
	}
	if (action === 'user_warned') {
		await notifyWarning(deps, personId, warning);
		return { entries: [{ action: 'USER_WARNED', target, ...reason }], warnedUser: personId };
	}
	return removeReported(deps, reported, { action, notes, reason });
}

interface RemovalDecision {
	action: string;
	notes: string | undefined;
	/** What the audit entry says of the report. */
	reason: Pick<AuditEntry, 'details' | 'report'>;
}

/** Takes what was reported off the market, if the action says so. */
async function removeReported(
	deps: Pick<DecisionDeps, 'db' | 'addTask'>,
	{ item, wanted, review }: ReportTarget,
	{ action, notes, reason }: RemovalDecision,
): Promise<SideEffects> {
	if (action === 'item_banned' && item && (await banItemWithin(deps.db, item.id, notes))) {
		const entry: AuditEntry = { action: 'ITEM_BANNED', target: `item ${item.id}`, ...reason };
		return { entries: [entry], bannedItem: item.id };
	}
	if (action === 'wanted_removed' && wanted) {
		const removedFrom = await removeWantedWithin(deps, wanted.id, notes);
		if (removedFrom === undefined) return NO_EFFECTS;
		const entry: AuditEntry = {
			action: 'WANTED_REMOVED',
			target: `wanted ${wanted.id}`,
			...reason,
		};
		return { entries: [entry], removedFrom };
	}
	if (action === 'review_hidden' && review && (await hideReviewWithin(deps.db, review.id))) {
		return { entries: [{ action: 'REVIEW_HIDDEN', target: `review ${review.id}`, ...reason }] };
	}
	return NO_EFFECTS;
}

function withNotes(what: string, notes: string | undefined): string {
	return notes === undefined ? what : `${what}: ${notes}`;
}

function publishSideEffects(
	deps: DecisionDeps,
	{ bannedItem, bannedUser, warnedUser, removedFrom }: SideEffects,
	socketId: string | undefined,
): void {
	if (warnedUser !== undefined) notifyUser(deps, warnedUser);
	if (removedFrom !== undefined) notifyUser(deps, removedFrom);
	if (bannedItem !== undefined) afterItemBanned(deps, bannedItem);
	if (bannedUser !== undefined) afterUserBanned(deps, bannedUser);
	if ((warnedUser ?? bannedUser) !== undefined)
		deps.adminChannel.publish({ what: 'users' }, socketId);
	if (bannedItem !== undefined) deps.adminChannel.publish({ what: 'items' }, socketId);
}

function notifyUser({ realtime }: DecisionDeps, userId: number): void {
	realtime.toUser(userId, REALTIME_EVENTS.notificationsChanged, {});
}
