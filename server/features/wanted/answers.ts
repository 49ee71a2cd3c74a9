import { PAGES } from '#contract/core/pages.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { Db } from '#server/db/client.ts';
import { lockText } from '#server/db/locks.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import { statusOf } from '#server/features/items/present.ts';
import { findItem, type ItemRow, listOnSaleByIdsInOrder } from '#server/features/items/queries.ts';
import { notifyUsers } from '#server/features/notifications/commands.ts';
import { shortTitle } from '#server/features/notifications/present.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { findRefusalReasons, insertAnswer, listOfferedItemIds } from './answer-queries.ts';
import { readWanted, requireOwn } from './commands.ts';
import { listFitting } from './fitting-queries.ts';
import type { WantedRow } from './queries.ts';
import { requireOwnItem } from './rules.ts';

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
