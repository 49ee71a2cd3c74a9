import { pick } from '#contract/core/pick.ts';
import { WANTED_LIMITS } from '#contract/wanted/facts.ts';
import { WANTED_FIELD_NAMES, type WantedFieldName } from '#contract/wanted/schemas.ts';
import type { Db } from '#server/db/client.ts';
import {
	and,
	desc,
	eq,
	getTableColumns,
	gt,
	isNull,
	lt,
	type SQL,
	sql,
} from '#server/db/drizzle.ts';
import { containsPattern, isHidden, isPublic } from '#server/db/expressions.ts';
import { lockRows } from '#server/db/locks.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { reports } from '#server/db/schema/reports.ts';
import { users } from '#server/db/schema/users.ts';
import {
	isOpen,
	searchTextOfWanted,
	wantedAnswers,
	wantedPosts,
} from '#server/db/schema/wanted.ts';
import { isBlockBetween } from '#server/features/chat/blocks/queries.ts';

/** The fields that the asker fills in, as stored. */
export type StoredWantedFields = Pick<typeof wantedPosts.$inferSelect, WantedFieldName>;

/** The columns of the fields that the asker fills in, for selects. */
export const WANTED_FIELD_COLUMNS = pick(getTableColumns(wantedPosts), WANTED_FIELD_NAMES);

/** A post with its asker: the user who posted it. */
export interface WantedRow extends StoredWantedFields {
	id: number;
	userId: number;
	userName: string;
	pictureHash: string | null;
	isVerified: boolean;
	/** Whether the asker is banned or deleted, which hides the post. */
	isAskerHidden: boolean;
	createdAt: Date;
	expiresAt: Date;
	isExpired: boolean;
	foundAt: Date | null;
	removedAt: Date | null;
	removalReason: string | null;
	answers: number;
}

/** Checks the post only; to be public, a live post also needs an asker who is not hidden. */
export const IS_LIVE = sql`${isOpen(wantedPosts)} and ${wantedPosts.expiresAt} > now()`;
/** For statements that join a post to its asker. */
export const ASKER_IS_PUBLIC = isPublic(users);
export const IS_EXPIRED = sql<boolean>`${wantedPosts.expiresAt} <= now()`;
export const ANSWER_COUNT = sql<number>`(
	select count(*)::int from ${wantedAnswers} where ${wantedAnswers.wantedId} = ${wantedPosts.id})`;
const EXPIRY = sql`now() + ${`${WANTED_LIMITS.lifeDays} days`}::interval`;
const LIVE_OF_PERSON_MAX = sql.raw(String(WANTED_LIMITS.livePerPerson));
const ONE_DAY_AGO = sql`now() - interval '24 hours'`;

/** Selects posts with their askers in one statement. */
export function wantedRows(db: Db) {
	return db
		.select({
			id: wantedPosts.id,
			userId: wantedPosts.userId,
			userName: users.userName,
			pictureHash: users.pictureHash,
			isVerified: sql<boolean>`${users.verifiedAt} is not null`,
			isAskerHidden: isHidden(users),
			...WANTED_FIELD_COLUMNS,
			createdAt: wantedPosts.createdAt,
			expiresAt: wantedPosts.expiresAt,
			isExpired: IS_EXPIRED,
			foundAt: wantedPosts.foundAt,
			removedAt: wantedPosts.removedAt,
			removalReason: wantedPosts.removalReason,
			answers: ANSWER_COUNT,
		})
		.from(wantedPosts)
		.innerJoin(users, eq(users.id, wantedPosts.userId))
		.$dynamic();
}

/** SQL condition: neither the asker nor this user has blocked the other. */
export const isNotBlocked = (userId: number): SQL => sql`not exists (
	select from ${blocks} where ${isBlockBetween(sql`${wantedPosts.userId}`, sql`${userId}::int`)})`;

/** Any post that is not deleted; rules.ts decides whether the caller may see it. */
export async function findWanted(db: Db, id: number): Promise<WantedRow | undefined> {
	const [row] = await wantedRows(db).where(
		and(eq(wantedPosts.id, id), isNull(wantedPosts.deletedAt)),
	);
	return row;
}

export interface WantedFilters {
	/** Each of these words must be in the title or the note. */
	words: readonly string[];
	category?: string | undefined;
	subject?: string | undefined;
	/** Leaves out posts of users with a block between them and this user. */
	viewerId?: number | undefined;
}

/** Live posts of the public list, newest first. */
export function listLiveWanted(
	db: Db,
	{ words, category, subject, viewerId }: WantedFilters,
	limit: number,
	beforeId: number | undefined,
): Promise<WantedRow[]> {
	const text = searchTextOfWanted(wantedPosts);
	return wantedRows(db)
		.where(
			and(
				IS_LIVE,
				ASKER_IS_PUBLIC,
				...words.map((word) => sql`${text} like ${containsPattern(word)}`),
				category === undefined ? undefined : eq(wantedPosts.category, category),
				subject === undefined ? undefined : eq(wantedPosts.subject, subject),
				viewerId === undefined ? undefined : isNotBlocked(viewerId),
				beforeId === undefined ? undefined : lt(wantedPosts.id, beforeId),
			),
		)
		.orderBy(desc(wantedPosts.id))
		.limit(limit);
}

/** All posts of a user that are not deleted, newest first. */
export function listWantedOfPerson(
	db: Db,
	userId: number,
	limit: number,
	beforeId: number | undefined,
): Promise<WantedRow[]> {
	return wantedRows(db)
		.where(
			and(
				eq(wantedPosts.userId, userId),
				isNull(wantedPosts.deletedAt),
				beforeId === undefined ? undefined : lt(wantedPosts.id, beforeId),
			),
		)
		.orderBy(desc(wantedPosts.id))
		.limit(limit);
}

const liveCountOf = (userId: number) => sql`(
	select count(*) from ${wantedPosts} where ${wantedPosts.userId} = ${userId} and ${IS_LIVE})`;

/** Whether a user has made as many posts within 24 hours as one may, counting those that are deleted. */
export async function hasPostedEnough(db: Db, userId: number): Promise<boolean> {
	const made = await db
		.select({ id: wantedPosts.id })
		.from(wantedPosts)
		.where(and(eq(wantedPosts.userId, userId), gt(wantedPosts.createdAt, ONE_DAY_AGO)))
		.limit(WANTED_LIMITS.postsPerDay);
	return made.length === WANTED_LIMITS.postsPerDay;
}

/**
 * Erases the rows of posts that were deleted over a day ago, with their answers. Until then they count for the limit of a
 * day. A post with a report stays for the administrators.
 */
export async function eraseDeletedPosts(db: Db): Promise<void> {
	await db.execute(sql`
		with erased as (
			delete from ${wantedPosts}
			where deleted_at < ${ONE_DAY_AGO} and created_at < ${ONE_DAY_AGO}
				and not exists (select from ${reports} where wanted_id = ${wantedPosts.id})
			returning id
		)
		delete from ${wantedAnswers} where wanted_id in (select id from erased)`);
}

/** The id of the post that was created with this user's key, if any. */
export async function findIdempotentWanted(
	db: Db,
	userId: number,
	idempotencyKey: string,
): Promise<number | undefined> {
	const [row] = await db
		.select({ id: wantedPosts.id })
		.from(wantedPosts)
		.where(and(eq(wantedPosts.userId, userId), eq(wantedPosts.idempotencyKey, idempotencyKey)));
	return row?.id;
}

/**
 * Inserts a post. Call it after `lockUser`, so that concurrent requests cannot exceed the limit.
 * @returns the id; undefined when the user has WANTED_LIMITS.livePerPerson live posts
 */
export async function insertWanted(
	db: Db,
	userId: number,
	{ title, note, category, maxPrice, subject }: StoredWantedFields,
	idempotencyKey: string | null,
): Promise<number | undefined> {
	const { rows } = await db.execute<{ id: number }>(sql`
		insert into ${wantedPosts} (user_id, title, note, category, max_price, subject, expires_at, idempotency_key)
		select ${userId}::int, ${title}, ${note}, ${category}, ${maxPrice}::numeric, ${subject}, ${EXPIRY},
			${idempotencyKey}::uuid
		where ${liveCountOf(userId)} < ${LIVE_OF_PERSON_MAX}
		returning id`);
	return rows[0]?.id;
}

const isOwn = (id: number, userId: number) =>
	sql`${wantedPosts.id} = ${id} and ${wantedPosts.userId} = ${userId}`;

/** Locks a post until the transaction ends. */
export async function lockWanted(db: Db, id: number): Promise<void> {
	await lockRows(db, wantedPosts, eq(wantedPosts.id, id));
}

/** @returns false when the post is not this user's or is not live */
export async function setWantedFields(
	db: Db,
	id: number,
	userId: number,
	fields: StoredWantedFields,
): Promise<boolean> {
	const { rowCount } = await db
		.update(wantedPosts)
		.set(pick(fields, WANTED_FIELD_NAMES))
		.where(sql`${isOwn(id, userId)} and ${IS_LIVE}`);
	return rowCount === 1;
}

/** @returns false when the post is not this user's, is deleted, or does not exist */
export async function setWantedDeleted(db: Db, id: number, userId: number): Promise<boolean> {
	const { rowCount } = await db
		.update(wantedPosts)
		.set({ deletedAt: sql`now()` })
		.where(and(isOwn(id, userId), isNull(wantedPosts.deletedAt)));
	return rowCount === 1;
}

/** @returns false when the post is not this user's, or is found, removed or deleted */
export async function setWantedFound(db: Db, id: number, userId: number): Promise<boolean> {
	const { rowCount } = await db
		.update(wantedPosts)
		.set({ foundAt: sql`now()` })
		.where(sql`${isOwn(id, userId)} and ${isOpen(wantedPosts)}`);
	return rowCount === 1;
}

/**
 * Restarts the lifetime of a post; an expired post becomes live. Call it after `lockUser`.
 * @returns false when the post is not this user's, is found, removed or deleted, or is expired and the user has
 * WANTED_LIMITS.livePerPerson live posts
 */
export async function setWantedRenewed(db: Db, id: number, userId: number): Promise<boolean> {
	const { rowCount } = await db
		.update(wantedPosts)
		.set({ expiresAt: EXPIRY, endingNotifiedAt: null })
		.where(
			sql`${isOwn(id, userId)} and ${isOpen(wantedPosts)}
				and (${wantedPosts.expiresAt} > now() or ${liveCountOf(userId)} < ${LIVE_OF_PERSON_MAX})`,
		);
	return rowCount === 1;
}

export interface EndingPost extends Record<string, unknown> {
	id: number;
	userId: number;
	title: string;
}

/**
 * Marks live posts that end soon as notified; the caller notifies their owners in the same transaction. A post is
 * marked once, and once more after each renewal.
 * @returns at most `limit` posts; the posts that end first are taken first
 */
export async function markEndingPosts(db: Db, limit: number): Promise<EndingPost[]> {
	const { rows } = await db.execute<EndingPost>(sql`
		update ${wantedPosts} set ending_notified_at = now()
		where id in (
			select ${wantedPosts.id} from ${wantedPosts} join ${users} on ${users.id} = ${wantedPosts.userId}
			where ${IS_LIVE} and ${ASKER_IS_PUBLIC} and ${wantedPosts.endingNotifiedAt} is null
				and ${wantedPosts.expiresAt} <= now() + ${`${WANTED_LIMITS.endingNoticeDays} days`}::interval
			order by ${wantedPosts.expiresAt} limit ${limit}
			for no key update of wanted_posts skip locked
		)
		returning id, user_id as "userId", title`);
	return rows;
}

/** @returns the post; undefined when it is already removed, deleted, or does not exist */
export async function setWantedRemoved(
	db: Db,
	id: number,
	reason: string | undefined,
): Promise<{ userId: number; title: string } | undefined> {
	const [removed] = await db
		.update(wantedPosts)
		.set({ removedAt: sql`now()`, removalReason: reason ?? null })
		.where(
			and(eq(wantedPosts.id, id), isNull(wantedPosts.removedAt), isNull(wantedPosts.deletedAt)),
		)
		.returning({ userId: wantedPosts.userId, title: wantedPosts.title });
	return removed;
}
