import type * as z from 'zod/mini';
import { PAGES } from '#contract/core/pages.ts';
import { pick } from '#contract/core/pick.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { updateWanted } from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { WANTED_FIELD_NAMES, type WantedFields } from '#contract/wanted/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { lockText } from '#server/db/locks.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { lockCategory, lockSubjects } from '#server/features/catalogue/queries.ts';
import { hasBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { statusOf } from '#server/features/items/present.ts';
import { findItem, type ItemRow, listOnSaleByIdsInOrder } from '#server/features/items/queries.ts';
import {
	type NotifyInBatchesDeps,
	notifyInBatches,
	notifyUsers,
} from '#server/features/notifications/commands.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { requireFilledFrom } from '#server/lib/versions.ts';
import {
	findRefusalReasons,
	insertAnswer,
	listFitting,
	listOfferedItemIds,
} from './answer-queries.ts';
import {
	type EndingPost,
	eraseDeletedPosts,
	findIdempotentWanted,
	findWanted,
	hasPostedEnough,
	insertWanted,
	lockWanted,
	markEndingPosts,
	type StoredWantedFields,
	setWantedDeleted,
	setWantedFields,
	setWantedFound,
	setWantedRenewed,
	type WantedRow,
} from './queries.ts';
import {
	requireLive,
	requireOwnItem,
	requireOwnWanted,
	requireReadable,
	storedFieldsOf,
} from './rules.ts';

interface WantedDeps {
	db: Db;
	catalogue: Pick<Catalogue, 'findCategory' | 'findSubject'>;
}

/**
 * Creates a wanted post.
 * @param idempotencyKey identifies the request: a repeated request returns the post that the first one created
 * @throws AppError invalid for a category or a subject that the catalogue does not have; conflict when the user has
 * WANTED_LIMITS.livePerPerson live posts, or has made WANTED_LIMITS.postsPerDay within a day; not_found for a repeated request whose post was deleted
 */
export async function postWanted(
	{ db, catalogue }: WantedDeps,
	userId: number,
	sent: WantedFields,
	idempotencyKey: string | undefined,
): Promise<WantedRow> {
	const postedId = idempotencyKey && (await findIdempotentWanted(db, userId, idempotencyKey));
	if (postedId) return requireOwnWanted(await findWanted(db, postedId), userId);
	const fields = storedFieldsOf(catalogue, sent);
	const id = await db.transaction(async (tx) => {
		await requireStillInCatalogue(tx, fields);
		await lockUser(tx, userId);
		// Checked again under the lock: a concurrent request with the same key may have created the post.
		const existingId = idempotencyKey && (await findIdempotentWanted(tx, userId, idempotencyKey));
		if (existingId) return existingId;
		if (await hasPostedEnough(tx, userId))
			throw new AppError('conflict', WANTED_ERRORS.tooManyToday);
		return insertWanted(tx, userId, fields, idempotencyKey ?? null);
	});
	if (id === undefined) throw new AppError('conflict', WANTED_ERRORS.tooMany);
	return requireOwnWanted(await findWanted(db, id), userId);
}

/**
 * Replaces all fields of a live post.
 * @throws AppError invalid as `postWanted`; not_found; forbidden for another user's post; conflict when the post is
 * not live, or was changed since the form was filled
 */
export async function editWanted(
	{ db, catalogue }: WantedDeps,
	id: number,
	callerId: number,
	{ version, ...sent }: z.output<(typeof updateWanted)['body']>,
): Promise<WantedRow> {
	const existing = await requireOwn(db, id, callerId);
	const fields = storedFieldsOf(catalogue, sent, existing);
	requireLive(existing);
	const isChanged = await db.transaction(async (tx) => {
		await requireStillInCatalogue(tx, fields);
		await lockWanted(tx, id);
		const locked = requireOwnWanted(await findWanted(tx, id), callerId);
		requireFilledFrom({ version, stored: pick(locked, WANTED_FIELD_NAMES), sent: fields });
		return setWantedFields(tx, id, callerId, fields);
	});
	if (!isChanged) throw new AppError('conflict', WANTED_ERRORS.over);
	return requireOwn(db, id, callerId);
}

/**
 * Locks the category and the subject until the transaction ends: a concurrent rename or deletion must wait.
 * @throws AppError invalid for a category or subject that no longer exists: the copy of the catalogue in memory may be
 * outdated
 */
async function requireStillInCatalogue(
	db: Db,
	{ category, subject }: StoredWantedFields,
): Promise<void> {
	if (category !== null && !(await lockCategory(db, category))) {
		throw invalidField('category', WANTED_ERRORS.unknownCategory(category));
	}
	if (subject === null) return;
	const [locked] = await lockSubjects(db, [subject]);
	if (locked === undefined) throw invalidField('subject', ITEM_ERRORS.unknownSubject(subject));
}

/**
 * Deletes a post, whether it is live or not.
 * @returns the post as it was
 * @throws AppError not_found; forbidden for another user's post
 */
export async function deleteWanted(db: Db, id: number, callerId: number): Promise<WantedRow> {
	const existing = await requireOwn(db, id, callerId);
	if (!(await setWantedDeleted(db, id, callerId))) {
		throw new AppError('not_found', WANTED_ERRORS.notFound);
	}
	return existing;
}

/**
 * Restarts the lifetime of a post, even if it has expired.
 * @throws AppError not_found; forbidden for another user's post; conflict when the post is found or removed, or when
 * it has expired and the user has WANTED_LIMITS.livePerPerson live posts
 */
export async function renewWanted(db: Db, id: number, callerId: number): Promise<WantedRow> {
	await requireOwn(db, id, callerId);
	const isRenewed = await db.transaction(async (tx) => {
		await lockUser(tx, callerId);
		return setWantedRenewed(tx, id, callerId);
	});
	const row = await requireOwn(db, id, callerId);
	if (isRenewed) return row;
	const isOpen = row.foundAt === null && row.removedAt === null;
	throw new AppError('conflict', isOpen ? WANTED_ERRORS.tooMany : WANTED_ERRORS.over);
}

/**
 * Marks a post as found by its owner, which ends it.
 * @throws AppError not_found; forbidden for another user's post; conflict when the post is already found or removed
 */
export async function markWantedFound(db: Db, id: number, callerId: number): Promise<WantedRow> {
	await requireOwn(db, id, callerId);
	if (!(await setWantedFound(db, id, callerId))) {
		throw new AppError('conflict', WANTED_ERRORS.over);
	}
	return requireOwn(db, id, callerId);
}

/**
 * A post that this user may read.
 * @throws AppError not_found when there is none; for users other than the owner, also when the post is not live, its
 * asker is hidden, or there is a block between the two users
 */
export async function readWanted(
	db: Db,
	id: number,
	callerId: number | undefined,
): Promise<WantedRow> {
	const row = requireReadable(await findWanted(db, id), callerId);
	const isOther = callerId !== undefined && row.userId !== callerId;
	if (isOther && (await hasBlockBetween(db, callerId, row.userId))) {
		throw new AppError('not_found', WANTED_ERRORS.notFound);
	}
	return row;
}

/** @throws AppError not_found when the caller may not read the post; forbidden for another user's post */
async function requireOwn(db: Db, id: number, callerId: number): Promise<WantedRow> {
	return requireOwnWanted(await readWanted(db, id, callerId), callerId);
}

interface AnswerDeps {
	db: Db;
	addTask: AddTask;
}

interface AnswerResult {
	row: WantedRow;
	/** The asker, who is the owner of the post; for `publishNotificationsChanged`. */
	notifiedUserIds: readonly number[];
}

/**
 * Offers one of the seller's items to the owner of a wanted post, and notifies the owner.
 * @throws AppError not_found for a post or an item that the seller may not see; invalid for the seller's own post;
 * forbidden for another seller's item; conflict when the item is not on sale or was already offered to the post, or
 * the seller has reached the daily limit
 */
export async function answerWanted(
	{ db, addTask }: AnswerDeps,
	wantedId: number,
	itemId: number,
	sellerId: number,
): Promise<AnswerResult> {
	const post = await readWanted(db, wantedId, sellerId);
	if (post.userId === sellerId) throw new AppError('invalid', WANTED_ERRORS.ownPost);
	const item = requireOwnItem(await findItem(db, itemId), sellerId);
	if (statusOf(item) !== 'available') throw new AppError('conflict', WANTED_ERRORS.notOnSale);
	const answer = { wantedId, itemId, sellerId };
	const notifiedUserIds = await db.transaction(async (tx) => {
		await lockUser(tx, sellerId);
		if (!(await insertAnswer(tx, answer))) throw await refusalOf(tx, answer);
		const postPage = PAGES.wantedPost.replace(':id', String(wantedId));
		// Several sellers may answer at once, of whom only one causes a mail.
		await lockText(tx, `answers to ${postPage}`);
		return notifyUsers({ db: tx, addTask }, 'wanted-answer', [
			{
				userId: post.userId,
				title: WANTED_MESSAGES.answer(item.sellerName, shortTitle(post.title)),
				message: WANTED_MESSAGES.answerText(item.sellerName, item.title),
				link: PAGES.item.replace(':id', String(itemId)),
				about: postPage,
			},
		]);
	});
	return { row: await readWanted(db, wantedId, sellerId), notifiedUserIds };
}

async function refusalOf(db: Db, answer: Parameters<typeof insertAnswer>[1]): Promise<AppError> {
	const { isOffered, isAtLimit } = await findRefusalReasons(db, answer);
	if (isOffered) return new AppError('conflict', WANTED_ERRORS.alreadyOffered);
	// If the seller is not at the limit either, the post, the item or a block between the users has changed since they
	// were read.
	return new AppError('conflict', isAtLimit ? WANTED_ERRORS.tooManyAnswers : WANTED_ERRORS.over);
}

/**
 * The items offered to the caller's post that are still on sale, newest offer first.
 * @throws AppError not_found; forbidden for another user's post
 */
export async function listOfferedItems(
	db: Db,
	wantedId: number,
	callerId: number,
): Promise<ItemRow[]> {
	const post = await requireOwn(db, wantedId, callerId);
	return listOnSaleByIdsInOrder(db, await listOfferedItemIds(db, post, ITEM_LIMITS.pageMax));
}

/**
 * The posts of other users that the caller's item fits, best first; none for an item that is not on sale.
 * @throws AppError not_found; forbidden for another user's item
 */
export async function listWantedForItem(
	db: Db,
	itemId: number,
	callerId: number,
): Promise<WantedRow[]> {
	const item = requireOwnItem(await findItem(db, itemId), callerId);
	return statusOf(item) === 'available' ? listFitting(db, item) : [];
}

/** Posts per transaction. */
const BATCH_SIZE = 200;

/** The jobs that notify the owners of wanted posts that end soon, and erase deleted posts. */
export function wantedJobs(deps: NotifyInBatchesDeps): Job[] {
	// Every hour, because the notification states in how many days a post ends.
	return [
		{ name: 'wanted-ending', schedule: '0 * * * *', run: () => notifyOwnersOfEnding(deps) },
		{ name: 'wanted-erasure', schedule: '20 3 * * *', run: () => eraseDeletedPosts(deps.db) },
	];
}

/** Notifies the owners of posts that end soon, once per post. */
async function notifyOwnersOfEnding(deps: NotifyInBatchesDeps): Promise<void> {
	await notifyInBatches(deps, 'wanted-ending', async (tx) => {
		const ending = await markEndingPosts(tx, BATCH_SIZE);
		return { notifications: ending.map(notificationOf), isLast: ending.length < BATCH_SIZE };
	});
}

function notificationOf({ id, userId, title }: EndingPost) {
	return {
		userId,
		title: WANTED_MESSAGES.ending(shortTitle(title)),
		message: WANTED_MESSAGES.endingText,
		link: PAGES.wantedPost.replace(':id', String(id)),
	};
}
