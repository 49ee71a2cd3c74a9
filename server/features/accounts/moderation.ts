import type { BULK_USER_ACTIONS } from '#contract/admin/users.ts';
import { ADMIN_USER_MESSAGES } from '#contract/admin/users.ts';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import type { OfficeParts } from '#server/admin/kit/deps.ts';
import { type Actor, type Deed, record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { closeChatsWith } from '#server/features/chat/rooms/commands.ts';
import { warnPerson } from '#server/features/notifications/commands.ts';
import { Refusal } from '#server/lib/app-error.ts';
import {
	type ChangedUser,
	hasUser,
	setUsersBanned,
	setUsersUnbanned,
	setUsersUnverified,
	setUsersVerified,
	setUsersVerifiedByAddress,
} from './moderation-queries.ts';

export type UserAction = (typeof BULK_USER_ACTIONS)[number];

interface How {
	/** Of a ban. */
	reason?: string | undefined;
	/** Of who is unverified: that no address verifies them from here on; so unless it is said. */
	isRefused?: boolean | undefined;
	/** Of who is verified: that a confirmed address of the college's says so; an administrator does unless it is said. */
	isByAddress?: boolean | undefined;
}

/** What the market is set up with. */
interface Given {
	collegeDomains: readonly string[];
}

interface Change {
	set: (tx: Db, ids: readonly number[], how: How & Given) => Promise<ChangedUser[]>;
	deed: Deed['action'];
	/** Said of a user who is so already. */
	already: string;
}

const CHANGES: Record<UserAction, Change> = {
	verify: {
		set: (tx, ids, { isByAddress = false, collegeDomains }) =>
			isByAddress ? setUsersVerifiedByAddress(tx, ids, collegeDomains) : setUsersVerified(tx, ids),
		deed: 'USER_VERIFIED',
		already: ADMIN_USER_MESSAGES.alreadyVerified,
	},
	unverify: {
		set: (tx, ids, { isRefused = true }) => setUsersUnverified(tx, ids, isRefused),
		deed: 'USER_UNVERIFIED',
		already: ADMIN_USER_MESSAGES.notVerified,
	},
	ban: {
		set: (tx, ids, { reason }) => setUsersBanned(tx, ids, reason),
		deed: 'USER_BANNED',
		already: ADMIN_USER_MESSAGES.alreadyBanned,
	},
	unban: { set: setUsersUnbanned, deed: 'USER_UNBANNED', already: ADMIN_USER_MESSAGES.notBanned },
};

/**
 * Does one thing to one user.
 * @throws Refusal not_found; conflict when the user is so already, maybe through somebody else a moment ago
 */
export async function changeUser(
	parts: OfficeParts,
	actor: Actor,
	userId: number,
	action: UserAction,
	how: How = {},
): Promise<ChangedUser> {
	const [changed] = await changeUsersAs(parts, actor, [userId], action, how);
	if (changed) return changed;
	throw (await hasUser(parts.db, userId))
		? new Refusal('conflict', alreadySo(action, how))
		: new Refusal('not_found', ADMIN_USER_MESSAGES.notFound);
}

function alreadySo(action: UserAction, { isByAddress }: How): string {
	if (action === 'verify' && isByAddress) return ADMIN_USER_MESSAGES.notByAddress;
	return CHANGES[action].already;
}

/**
 * Does one thing to several users at once; each of them has an entry of its own in the log.
 * @returns those who were not so already
 */
export async function changeUsersAs(
	parts: OfficeParts,
	actor: Actor,
	userIds: readonly number[],
	action: UserAction,
	how: How,
): Promise<ChangedUser[]> {
	const { set, deed } = CHANGES[action];
	const details = action === 'ban' ? { details: how.reason ?? '' } : {};
	const changed = await parts.db.transaction(async (tx) => {
		const collegeDomains = parts.config.collegeEmailDomains;
		const found = await set(tx, userIds, { ...how, collegeDomains });
		const deeds = found.map(({ id }) => ({ action: deed, target: `user ${id}`, ...details }));
		await record(tx, actor, ...deeds);
		return found;
	});
	if (action === 'ban') for (const { id } of changed) userWasBanned(parts, id);
	if (changed.length > 0) parts.office.tell({ what: 'users' }, actor.line);
	return changed;
}

/** What a ban does at once, after its commit: the person's connections end, and so do the chats others have open with them. */
export function userWasBanned({ live }: Pick<OfficeParts, 'live'>, userId: number): void {
	live.endSuspended(userId);
	closeChatsWith(live, userId);
}

/** @throws Refusal not_found */
export async function warnUserAs(
	{ db, addTask, live, office }: OfficeParts,
	actor: Actor,
	userId: number,
	words: string,
): Promise<void> {
	await db.transaction(async (tx) => {
		if (!(await hasUser(tx, userId))) {
			throw new Refusal('not_found', ADMIN_USER_MESSAGES.notFound);
		}
		await warnPerson({ db: tx, addTask }, userId, words);
		await record(tx, actor, {
			action: 'USER_WARNED',
			target: `user ${userId}`,
			details: words,
		});
	});
	live.toUser(userId, LIVE_EVENTS.noticesChanged, {});
	office.tell({ what: 'users' }, actor.line);
}
