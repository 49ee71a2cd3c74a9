import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { type Actor, type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import {
	type AccountLifecycle,
	afterUserBanned,
	banUserWithin,
} from '#server/features/accounts/moderation.ts';
import { hideReviewWithin } from '#server/features/deals/reviews/moderation.ts';
import { afterItemBanned, banItemWithin } from '#server/features/items/moderation.ts';
import {
	notifyWarning,
	publishNotificationsChanged,
	setCasesDone,
} from '#server/features/notifications/commands.ts';
import { removeWantedWithin } from '#server/features/wanted/moderation.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { type ReportDecision, recordDecision, reopenWithin } from './commands.ts';
import {
	type BannedTarget,
	findBan,
	hasPendingReport,
	ITEM_REPORTS,
	listOpenReports,
	lockTarget,
	type ReportKind,
	type ReportTarget,
	USER_REPORTS,
	WANTED_REPORTS,
} from './queries.ts';

interface DecisionDeps {
	db: Db;
	addTask: AddTask;
	/** For decisions on several reports about one target, which take longer. */
	backgroundDb: Db;
	realtime: RealtimeServer;
	accountLifecycle: AccountLifecycle;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

interface DecisionInput {
	decision: ReportDecision;
	/** Text of the warning; a default text if omitted. */
	warning?: string | undefined;
	/** Also decides the other pending reports about the same target. */
	wholeTarget: boolean;
	/** The ids of the other reports to which `wholeTarget` applies; all pending ones if omitted. */
	otherReports?: readonly number[] | undefined;
}

/** Effects of the action: audit entries for the transaction, and ids for the events after the commit. */
interface SideEffects {
	entries: AuditEntry[];
	bannedItem?: number;
	bannedItemOwner?: number;
	bannedUser?: number;
	warnedUser?: number;
	removedPostOwner?: number;
}

const NO_EFFECTS: SideEffects = { entries: [] };

/**
 * Decides a report and carries out its action, in one transaction.
 * @throws AppError not_found; conflict when the report is already decided
 */
export async function decideReport(
	deps: DecisionDeps,
	administrator: Actor & { adminId: number },
	kind: ReportKind,
	reportId: number,
	{ decision: requested, warning, wholeTarget, otherReports }: DecisionInput,
): Promise<void> {
	const { name, event } = kind;
	// A target can have a thousand reports, and each reporter is notified: too long for the pool of requests.
	const db = wholeTarget ? deps.backgroundDb : deps.db;
	const others = wholeTarget ? (otherReports ?? 'all') : [];
	const { reporterIds, sideEffects } = await db.transaction(async (tx) => {
		const txDeps = { ...deps, db: tx };
		const target = await lockTarget(tx, kind, reportId, others);
		if (!target) throw new AppError('not_found', REPORT_DECISION_ERRORS.notFound);
		const decision = applicableDecision(requested, target);
		const ids = [reportId, ...target.otherReports];
		const reporters: number[] = [];
		for (const id of ids) {
			const decided = await recordDecision(txDeps, kind, administrator.adminId, id, decision);
			reporters.push(decided.reporterId);
		}
		await closeCases(tx, kind, target.id, ids);
		const effects = await applyAction(txDeps, target, `${name} ${reportId}`, decision, warning);
		const decisionEntries = ids.map((id) => auditEntryFor(`${name} ${id}`, decision));
		await logAudit(tx, administrator, ...decisionEntries, ...effects.entries);
		return { reporterIds: reporters, sideEffects: effects };
	});
	publishNotificationsChanged(deps.realtime, new Set(reporterIds));
	publishSideEffects(deps, sideEffects, administrator.socketId);
	deps.adminChannel.publish({ what: event }, administrator.socketId);
}

/** Reports about one wanted post have one link, which is done when none of them is pending any more. */
async function closeCases(
	tx: Db,
	kind: ReportKind,
	targetId: number,
	reportIds: readonly number[],
): Promise<void> {
	if (kind.kind === 'wanted' && (await hasPendingReport(tx, kind, targetId))) return;
	const links = reportIds.map((id) => kind.linkOf(id, targetId));
	await setCasesDone(tx, links, true);
}

/**
 * Lets a decided report wait for a decision again. What its decision did stays as it is: a ban is lifted by itself.
 * @throws AppError not_found; conflict when the report is pending, or was sent again meanwhile
 */
export async function reopenReport(
	deps: DecisionDeps,
	administrator: Actor,
	kind: ReportKind,
	reportId: number,
): Promise<void> {
	const { reporterId } = await deps.db.transaction(async (tx) => {
		// Locked in the same order as by a decision.
		const target = await lockTarget(tx, kind, reportId, []);
		if (!target) throw new AppError('not_found', REPORT_DECISION_ERRORS.notFound);
		const reopened = await reopenWithin({ ...deps, db: tx }, kind, reportId);
		await setCasesDone(tx, [kind.linkOf(reportId, target.id)], false);
		await logAudit(tx, administrator, {
			action: 'REPORT_REOPENED',
			target: `${kind.name} ${reportId}`,
		});
		return reopened;
	});
	publishNotificationsChanged(deps.realtime, [reporterId]);
	deps.adminChannel.publish({ what: kind.event }, administrator.socketId);
}

/** The kinds of reports that a ban answers. A review stays when its writer is banned. */
const ANSWERED_BY_BAN = {
	user: [USER_REPORTS, ITEM_REPORTS, WANTED_REPORTS],
	item: [ITEM_REPORTS],
};

/** How many pending reports there are about a banned item, or about a banned person and what the person posted. */
export async function countOpenReports(db: Db, banned: BannedTarget): Promise<number> {
	let count = 0;
	for (const kind of ANSWERED_BY_BAN[banned.about])
		for (const open of await listOpenReports(db, kind, banned)) count += open.count;
	return count;
}

/**
 * Resolves these reports with the ban and its reason: one transaction for each item, post or person.
 * @returns how many there were
 * @throws AppError conflict without a ban, or when a colleague decides one of them at the same time
 */
export async function resolveOpenReports(
	deps: DecisionDeps,
	administrator: Actor & { adminId: number },
	banned: BannedTarget,
): Promise<number> {
	const ban = await findBan(deps.db, banned);
	if (!ban) throw new AppError('conflict', REPORT_DECISION_ERRORS.notBanned);
	const action = banned.about === 'user' ? 'user_banned' : 'item_banned';
	const decision = { status: 'resolved', action, notes: ban.reason ?? undefined } as const;
	let resolved = 0;
	for (const kind of ANSWERED_BY_BAN[banned.about]) {
		for (const { first, count } of await listOpenReports(deps.db, kind, banned)) {
			await decideReport(deps, administrator, kind, first, { decision, wholeTarget: true });
			resolved += count;
		}
	}
	return resolved;
}

function auditEntryFor(target: string, decision: ReportDecision): AuditEntry {
	if (decision.status === 'dismissed') {
		return { action: 'REPORT_DISMISSED', target, details: decision.notes ?? '' };
	}
	const { action, notes } = decision;
	return { action: 'REPORT_RESOLVED', target, details: withNotes(`action ${action}`, notes) };
}

/**
 * The decision as it can be carried out. Its action becomes `none` if the item or post is deleted, or the account of
 * the user is erased. The record must not claim an action on something that no longer exists.
 */
function applicableDecision(decision: ReportDecision, target: ReportTarget): ReportDecision {
	if (decision.status === 'dismissed' || !isTargetGone(decision.action, target)) return decision;
	return { ...decision, action: 'none' };
}

type ReportAction = Extract<ReportDecision, { status: 'resolved' }>['action'];

function isTargetGone(action: ReportAction, { isPersonErased, isDeleted }: ReportTarget): boolean {
	if (action === 'item_banned' || action === 'wanted_removed') return isDeleted;
	// A review outlives its writer's account, so it can still be hidden.
	return (action === 'user_warned' || action === 'user_banned') && isPersonErased;
}

/**
 * Carries out the action. An action without effect, such as a ban of a banned user, is no error and adds no audit
 * entry.
 * @param reportName such as `report 7`
 */
async function applyAction(
	deps: Pick<DecisionDeps, 'db' | 'addTask' | 'accountLifecycle'>,
	{ id, personId, title }: ReportTarget,
	reportName: string,
	decision: ReportDecision,
	warning = REPORT_DECISION_MESSAGES.warning(title),
): Promise<SideEffects> {
	if (decision.status === 'dismissed') return NO_EFFECTS;
	const { action, notes } = decision;
	const entry = (done: AuditEntry['action'], target: string): AuditEntry => ({
		action: done,
		target,
		details: withNotes(reportName, notes),
		report: reportName,
	});
	switch (action) {
		case 'none':
			return NO_EFFECTS;
		case 'user_banned':
			if (!(await banUserWithin(deps, personId, notes))) return NO_EFFECTS;
			return { entries: [entry('USER_BANNED', `user ${personId}`)], bannedUser: personId };
		case 'user_warned':
			await notifyWarning(deps, personId, warning);
			return { entries: [entry('USER_WARNED', `user ${personId}`)], warnedUser: personId };
		case 'item_banned': {
			const bannedItemOwner = await banItemWithin(deps, id, notes);
			if (bannedItemOwner === undefined) return NO_EFFECTS;
			return { entries: [entry('ITEM_BANNED', `item ${id}`)], bannedItem: id, bannedItemOwner };
		}
		case 'wanted_removed': {
			const removedPostOwner = await removeWantedWithin(deps, id, notes);
			if (removedPostOwner === undefined) return NO_EFFECTS;
			return { entries: [entry('WANTED_REMOVED', `wanted ${id}`)], removedPostOwner };
		}
		case 'review_hidden':
			if (!(await hideReviewWithin(deps.db, id))) return NO_EFFECTS;
			return { entries: [entry('REVIEW_HIDDEN', `review ${id}`)] };
	}
}

function withNotes(what: string, notes: string | undefined): string {
	return notes === undefined ? what : `${what}: ${notes}`;
}

function publishSideEffects(
	deps: DecisionDeps,
	{ bannedItem, bannedItemOwner, bannedUser, warnedUser, removedPostOwner }: SideEffects,
	socketId: string | undefined,
): void {
	const notified = [warnedUser, removedPostOwner, bannedItemOwner].filter(
		(userId) => userId !== undefined,
	);
	publishNotificationsChanged(deps.realtime, notified);
	if (bannedItem !== undefined) afterItemBanned(deps, bannedItem);
	if (bannedUser !== undefined) afterUserBanned(deps, bannedUser);
	if ((warnedUser ?? bannedUser) !== undefined)
		deps.adminChannel.publish({ what: 'users' }, socketId);
	if (bannedItem !== undefined) deps.adminChannel.publish({ what: 'items' }, socketId);
}
