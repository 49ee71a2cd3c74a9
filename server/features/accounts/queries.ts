import { REPLY_TIME } from '#contract/accounts/facts.ts';
import { AUTOMATIC_EVENT_TYPES } from '#contract/deals/facts.ts';
import { type Db, prepareStatement } from '#server/db/client.ts';
import {
	and,
	asc,
	eq,
	inArray,
	isNotNull,
	isNull,
	type PgUpdateSetSource,
	type SQL,
	sql,
} from '#server/db/drizzle.ts';
import { conversations, messages } from '#server/db/schema/chats.ts';
import { isOnSale, isSold, items } from '#server/db/schema/items.ts';
import { users } from '#server/db/schema/users.ts';

/** @param pictureHash null removes the picture; the photo sweep deletes its files unless they are used elsewhere */
export async function setPicture(
	db: Db,
	userId: number,
	pictureHash: string | null,
): Promise<void> {
	await db.update(users).set({ pictureHash }).where(eq(users.id, userId));
}

interface ItemCounts {
	onSale: number;
	sold: number;
}

/** Counts without checking the seller: the caller makes sure that the user has a public page. */
export async function countItemsOf(db: Db, sellerId: number): Promise<ItemCounts> {
	const [row] = await db
		.select({
			onSale: sql<number>`count(*) filter (where ${isOnSale(items)})::int`,
			sold: sql<number>`count(*) filter (where ${isSold(items)})::int`,
		})
		.from(items)
		.where(eq(items.sellerId, sellerId));
	return row ?? { onSale: 0, sold: 0 };
}

/**
 * The median time from a buyer's first message to the seller's first answer, over the chats that began within the last
 * `REPLY_TIME.days` days. Messages hidden by a block do not count. Automatic steps of a deal do not count as answers.
 * @returns whole minutes; null while too few chats have an answer
 */
export async function findReplyMinutes(db: Db, sellerId: number): Promise<number | null> {
	const [row] = await replyTime(db, { sellerId });
	return row?.minutes ?? null;
}

const CHAT_MESSAGES = sql`select id, created_at from ${messages}
	where item_id = chat.item_id and buyer_id = chat.buyer_id and not is_withheld`;

const IS_ANSWER = sql`(event is null or event->>'type' not in (${sql.raw(
	AUTOMATIC_EVENT_TYPES.map((type) => `'${type}'`).join(', '),
)}))`;

// The sender is compared by `<>`: with `=` PostgreSQL would read all messages of that side to sort them.
const replyTime = prepareStatement<{ minutes: number | null }>(
	'reply time of a seller',
	sql`
	with answered as (
		select answer.created_at - question.created_at as waited
		from ${items} join ${conversations} chat on chat.item_id = ${items.id}
		cross join lateral (
			${CHAT_MESSAGES} and sender_id <> ${items.sellerId} order by id limit 1) question
		cross join lateral (
			${CHAT_MESSAGES} and sender_id <> chat.buyer_id and id > question.id and ${IS_ANSWER} order by id limit 1) answer
		where ${items.sellerId} = ${sql.placeholder('sellerId')}
			and chat.created_at > now() - make_interval(days => ${sql.raw(String(REPLY_TIME.days))})
	)
	select case when count(*) >= ${sql.raw(String(REPLY_TIME.answeredChatsMin))}
		then round(extract(epoch from percentile_cont(0.5) within group (order by waited)) / 60)::int end as minutes
	from answered`,
);

type Changes = PgUpdateSetSource<typeof users>;

/** A user whom the statement changed. */
export interface ChangedUser {
	id: number;
	/** Before the change an administrator had refused verification, so a college address could not verify the user. */
	wasRefused: boolean;
	/** Before the change the user was verified by a confirmed college address. */
	wasByAddress: boolean;
}

/** Whether the user exists; an erased account does not. */
export async function hasUser(db: Db, id: number): Promise<boolean> {
	const found = await db
		.select({ id: users.id })
		.from(users)
		.where(isExistingUser([id]));
	return found.length === 1;
}

/** @returns the users that were not banned before */
export function setUsersBanned(
	db: Db,
	ids: readonly number[],
	reason: string | undefined,
): Promise<ChangedUser[]> {
	return updateUsers(db, ids, isNull(users.bannedAt), {
		bannedAt: sql`now()`,
		banReason: reason ?? null,
		isBanReasonTold: true,
	});
}

/** @returns the users that were banned before */
export function setUsersUnbanned(db: Db, ids: readonly number[]): Promise<ChangedUser[]> {
	return updateUsers(db, ids, isNotNull(users.bannedAt), { bannedAt: null, banReason: null });
}

/** @returns the users that were not verified before */
export function setUsersVerified(db: Db, ids: readonly number[]): Promise<ChangedUser[]> {
	return updateUsers(db, ids, isNull(users.verifiedAt), {
		verifiedAt: sql`now()`,
		verifiedBy: 'admin',
	});
}

/**
 * Restores verification by the user's own confirmed address, with the date of its confirmation. Applies to college
 * addresses only, as in `verificationChange` (server/features/auth/rules.ts).
 * @returns the users that were changed
 */
export function setUsersVerifiedByAddress(
	db: Db,
	ids: readonly number[],
	collegeDomains: readonly string[],
): Promise<ChangedUser[]> {
	const domain = sql`substring(${users.email} from '[^@]*$')`;
	const hasCollegeAddress = sql`${users.emailConfirmedAt} is not null
		and ${domain} = any(${sql.param([...collegeDomains])}::text[])`;
	return updateUsers(db, ids, sql`${users.verifiedAt} is null and ${hasCollegeAddress}`, {
		verifiedAt: users.emailConfirmedAt,
		verifiedBy: 'email',
	});
}

/**
 * @param isRefused whether college addresses can no longer verify these users
 * @returns the users that were verified before
 */
export function setUsersUnverified(
	db: Db,
	ids: readonly number[],
	isRefused: boolean,
): Promise<ChangedUser[]> {
	const verifiedBy = isRefused ? 'admin' : null;
	return updateUsers(db, ids, isNotNull(users.verifiedAt), { verifiedAt: null, verifiedBy });
}

/**
 * Locks the rows in the order of their ids, so that overlapping bulk actions do not deadlock, and reads their state
 * before the change. The condition of the update leaves out users that are already in the wanted state.
 */
async function updateUsers(
	db: Db,
	ids: readonly number[],
	needsChange: SQL,
	changes: Changes,
): Promise<ChangedUser[]> {
	if (ids.length === 0) return [];
	const locked = await db
		.select({ id: users.id, wasRefused: IS_REFUSED, wasByAddress: IS_BY_ADDRESS })
		.from(users)
		.where(isExistingUser(ids))
		.orderBy(asc(users.id))
		.for('no key update');
	const changed = await db
		.update(users)
		.set(changes)
		.where(and(isExistingUser(ids), needsChange))
		.returning({ id: users.id });
	const changedIds = new Set(changed.map(({ id }) => id));
	return locked.filter(({ id }) => changedIds.has(id));
}

const IS_REFUSED = sql<boolean>`
	${users.verifiedAt} is null and ${users.verifiedBy} is not distinct from 'admin'`;

const IS_BY_ADDRESS = sql<boolean>`${users.verifiedBy} is not distinct from 'email'`;

function isExistingUser(ids: readonly number[]): SQL | undefined {
	return and(inArray(users.id, [...ids]), isNull(users.deletedAt));
}
