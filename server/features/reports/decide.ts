import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import type { OfficeParts } from '#server/admin/kit/deps.ts';
import { type Actor, type Deed, record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { userWasBanned } from '#server/features/accounts/moderation.ts';
import { setUserBanned } from '#server/features/accounts/moderation-queries.ts';
import { closeChatsAbout } from '#server/features/chat/rooms/commands.ts';
import { setItemBanned } from '#server/features/items/moderation-queries.ts';
import { warnPerson } from '#server/features/notifications/commands.ts';
import {
	decideItemReport,
	decideUserReport,
	type ItemReportDecision,
	type ReportDecision,
	type UserReportDecision,
} from '#server/features/reports/commands.ts';
import { Refusal } from '#server/lib/app-error.ts';
import {
	type AskedOthers,
	type HeldTarget,
	holdItemTarget,
	holdUserTarget,
} from './lock-target-queries.ts';

type Parts = Pick<OfficeParts, 'db' | 'unhurried' | 'addTask' | 'live' | 'office'>;
type Inside = Pick<OfficeParts, 'db' | 'addTask'>;

interface DecidedKind<Decision> {
	/** As the log names one. */
	name: 'report' | 'user report';
	news: 'reports' | 'user-reports';
	hold: (db: Db, reportId: number, others: AskedOthers) => Promise<HeldTarget | undefined>;
	decide: (
		parts: Inside,
		adminId: number,
		reportId: number,
		decision: Decision,
	) => Promise<{ reporterId: number }>;
}

export const DECIDED_ITEM_REPORTS: DecidedKind<ItemReportDecision> = {
	name: 'report',
	news: 'reports',
	hold: holdItemTarget,
	decide: decideItemReport,
};

export const DECIDED_USER_REPORTS: DecidedKind<UserReportDecision> = {
	name: 'user report',
	news: 'user-reports',
	hold: holdUserTarget,
	decide: decideUserReport,
};

interface AskedDecision<Decision> {
	decision: Decision;
	/** What a person who is warned reads; the market's own words unless said. */
	warning?: string | undefined;
	wholeTarget: boolean;
	otherReports?: readonly number[] | undefined;
}

/** What was done beside deciding, and so has to take effect after the commit. */
interface Consequence {
	deeds: Deed[];
	bannedItem?: number;
	bannedUser?: number;
	warnedUser?: number;
}

/**
 * Decides a report, and every other pending one about the same where `wholeTarget` says so, of these only `otherReports` where
 * they are given, and does what the decision asks for: all of it, or nothing.
 * @throws Refusal not_found; conflict when somebody has decided it before
 */
export async function decideReport<Decision extends ReportDecision>(
	parts: Parts,
	administrator: Actor & { adminId: number },
	{ name, news, hold, decide }: DecidedKind<Decision>,
	reportId: number,
	{ decision: asked, warning, wholeTarget, otherReports }: AskedDecision<Decision>,
): Promise<void> {
	// Of one target there may be a thousand, each with somebody to tell: they take the time they take.
	const db = wholeTarget ? parts.unhurried : parts.db;
	const { reporters, done } = await db.transaction(async (tx) => {
		const inside = { ...parts, db: tx };
		const target = await hold(tx, reportId, wholeTarget ? (otherReports ?? 'all') : []);
		if (!target) throw new Refusal('not_found', REPORT_DECISION_MESSAGES.notFound);
		const decision = asFarAsPossible(asked, target);
		const ids = [reportId, ...target.otherReports];
		const told: number[] = [];
		for (const id of ids) {
			told.push((await decide(inside, administrator.adminId, id, decision)).reporterId);
		}
		const consequence = await act(inside, target, `${name} ${reportId}`, decision, warning);
		const decided = ids.map((id) => deedOf(`${name} ${id}`, decision));
		await record(tx, administrator, ...decided, ...consequence.deeds);
		return { reporters: told, done: consequence };
	});
	for (const userId of new Set(reporters)) noticesChanged(parts, userId);
	takeEffect(parts, done, administrator.line);
	parts.office.tell({ what: news }, administrator.line);
}

function deedOf(target: string, decision: ReportDecision): Deed {
	if (decision.status === 'dismissed') {
		return { action: 'REPORT_DISMISSED', target, details: decision.notes ?? '' };
	}
	const { action, notes } = decision;
	return { action: 'REPORT_RESOLVED', target, details: withNotes(`action ${action}`, notes) };
}

/** What is recorded is what was done: nothing is done to an item that is deleted, or a person whose account is erased. */
function asFarAsPossible<Decision extends ReportDecision>(
	decision: Decision,
	{ personIsGone, item }: HeldTarget,
): Decision {
	const action = decision.status === 'resolved' ? decision.action : 'none';
	const isGone = action === 'item_banned' ? item?.isDeleted : action !== 'none' && personIsGone;
	return isGone ? { ...decision, action: 'none' } : decision;
}

/** Banning what is banned already is no fault, and no deed. */
async function act(
	{ db, addTask }: Inside,
	{ personId, item }: HeldTarget,
	report: string,
	decision: ReportDecision,
	warning = REPORT_DECISION_MESSAGES.warning(item?.title),
): Promise<Consequence> {
	if (decision.status === 'dismissed') return { deeds: [] };
	const { action, notes } = decision;
	const details = withNotes(report, notes);
	if (action === 'item_banned' && item && (await setItemBanned(db, item.id, notes))) {
		const deed: Deed = { action: 'ITEM_BANNED', target: `item ${item.id}`, details };
		return { deeds: [deed], bannedItem: item.id };
	}
	const target = `user ${personId}`;
	if (action === 'user_banned' && (await setUserBanned(db, personId, notes))) {
		return { deeds: [{ action: 'USER_BANNED', target, details }], bannedUser: personId };
	}
	if (action === 'user_warned') {
		await warnPerson({ db, addTask }, personId, warning);
		return { deeds: [{ action: 'USER_WARNED', target, details }], warnedUser: personId };
	}
	return { deeds: [] };
}

function withNotes(what: string, notes: string | undefined): string {
	return notes === undefined ? what : `${what}: ${notes}`;
}

function takeEffect(
	parts: Parts,
	{ bannedItem, bannedUser, warnedUser }: Consequence,
	line: string | undefined,
): void {
	if (warnedUser !== undefined) noticesChanged(parts, warnedUser);
	if (bannedItem !== undefined) closeChatsAbout(parts.live, bannedItem);
	if (bannedUser !== undefined) userWasBanned(parts, bannedUser);
	if ((warnedUser ?? bannedUser) !== undefined) parts.office.tell({ what: 'users' }, line);
	if (bannedItem !== undefined) parts.office.tell({ what: 'items' }, line);
}

function noticesChanged({ live }: Parts, userId: number): void {
	live.toUser(userId, LIVE_EVENTS.noticesChanged, {});
}
