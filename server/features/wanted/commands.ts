import type * as z from 'zod/mini';
import { pick } from '#contract/core/pick.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import type { updateWanted } from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_FIELD_NAMES, type WantedFields } from '#contract/wanted/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { lockCategory, lockSubjects } from '#server/features/catalogue/queries.ts';
import { hasBlockBetween } from '#server/features/chat/blocks/queries.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { requireFilledFrom } from '#server/lib/versions.ts';
import {
	findIdempotentWanted,
	findWanted,
	hasPostedEnough,
	insertWanted,
	lockWanted,
	type StoredWantedFields,
	setWantedDeleted,
	setWantedFields,
	setWantedFound,
	setWantedRenewed,
	type WantedRow,
} from './queries.ts';
import { requireLive, requireOwnWanted, requireReadable, storedFieldsOf } from './rules.ts';

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
export async function requireOwn(db: Db, id: number, callerId: number): Promise<WantedRow> {
	return requireOwnWanted(await readWanted(db, id, callerId), callerId);
}
