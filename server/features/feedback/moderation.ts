import { ADMIN_FEEDBACK_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { type Actor, type AuditEntry, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { setCasesDone } from '#server/features/notifications/commands.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	findFeaturedState,
	removeFeedback,
	setFeatured,
	setFeedbackApproved,
	setFeedbackRejected,
} from './queries.ts';

/** A signed-in administrator. */
type AdminActor = Actor & { adminId: number };
/** Where approved feedback is shown. */
interface Visibility {
	isPublic: boolean;
	isFeatured: boolean;
}

/** The link of the administrators' notification about feedback. */
export const linkOfFeedback = (id: number) => `${ADMIN_PAGES.feedback}?feedback=${id}`;

/**
 * Approves pending feedback, with `afterAll` also rejected feedback.
 * @throws AppError not_found; conflict when the feedback is decided already
 */
export function approveFeedback(
	db: Db,
	actor: AdminActor,
	id: number,
	{ afterAll = false, ...visibility }: Visibility & { afterAll?: boolean | undefined },
): Promise<void> {
	return db.transaction(async (tx) => {
		const { adminId } = actor;
		const approved = await setFeedbackApproved(tx, [id], { adminId, afterAll, ...visibility });
		if (approved.length === 0) throw await decisionError(tx, id);
		await setCasesDone(tx, [linkOfFeedback(id)], true);
		await logAudit(tx, actor, approvalEntry(id, visibility));
	});
}

/**
 * Rejects pending feedback, with `afterAll` also approved feedback, which is no longer shown then.
 * @throws AppError not_found; conflict when the feedback is decided already
 */
export function rejectFeedback(
	db: Db,
	actor: AdminActor,
	id: number,
	{ notes, afterAll = false }: { notes: string; afterAll?: boolean | undefined },
): Promise<void> {
	return db.transaction(async (tx) => {
		const { adminId } = actor;
		if (!(await setFeedbackRejected(tx, id, { adminId, notes, afterAll }))) {
			throw await decisionError(tx, id);
		}
		await setCasesDone(tx, [linkOfFeedback(id)], true);
		await logAudit(tx, actor, {
			action: 'FEEDBACK_REJECTED',
			target: `feedback ${id}`,
			details: notes,
		});
	});
}

/**
 * Deletes feedback for good, whatever was decided about it.
 * @throws AppError not_found
 */
export function deleteFeedback(db: Db, actor: AdminActor, id: number): Promise<void> {
	return db.transaction(async (tx) => {
		if (!(await removeFeedback(tx, id))) {
			throw new AppError('not_found', ADMIN_FEEDBACK_ERRORS.notFound);
		}
		await setCasesDone(tx, [linkOfFeedback(id)], true);
		await logAudit(tx, actor, { action: 'FEEDBACK_DELETED', target: `feedback ${id}` });
	});
}

/**
 * Approves those entries of a selection that are pending.
 * @returns the ids of the approved entries
 */
export function approveFeedbackBatch(
	db: Db,
	actor: AdminActor,
	ids: readonly number[],
	isPublic: boolean,
): Promise<number[]> {
	const visibility = { isPublic, isFeatured: false };
	return db.transaction(async (tx) => {
		const { adminId } = actor;
		const approved = await setFeedbackApproved(tx, ids, {
			adminId,
			afterAll: false,
			...visibility,
		});
		await setCasesDone(tx, approved.map(linkOfFeedback), true);
		await logAudit(tx, actor, ...approved.map((id) => approvalEntry(id, visibility)));
		return approved;
	});
}

/**
 * Features approved feedback, or stops featuring it. Featured feedback is shown only if it is also public.
 * @param target undefined toggles the current value
 * @returns whether the entry is featured now
 * @throws AppError not_found; conflict when the entry is not approved, or already as requested
 */
export function featureFeedback(
	db: Db,
	actor: AdminActor,
	id: number,
	target: boolean | undefined,
): Promise<boolean> {
	return db.transaction(async (tx) => {
		const isFeatured = await setFeatured(tx, id, target);
		if (isFeatured === undefined) throw await featuringError(tx, id, target);
		const action = isFeatured ? 'FEEDBACK_FEATURED' : 'FEEDBACK_UNFEATURED';
		await logAudit(tx, actor, { action, target: `feedback ${id}` });
		return isFeatured;
	});
}

function approvalEntry(id: number, { isPublic, isFeatured }: Visibility): AuditEntry {
	const visibility = isPublic ? 'public' : 'not public';
	const details = isFeatured ? `${visibility}, featured` : visibility;
	return { action: 'FEEDBACK_APPROVED', target: `feedback ${id}`, details };
}

async function decisionError(db: Db, id: number): Promise<AppError> {
	return (await findFeaturedState(db, id))
		? new AppError('conflict', ADMIN_FEEDBACK_ERRORS.notPending)
		: new AppError('not_found', ADMIN_FEEDBACK_ERRORS.notFound);
}

async function featuringError(db: Db, id: number, target: boolean | undefined): Promise<AppError> {
	const entry = await findFeaturedState(db, id);
	const { notFound, notApproved, alreadyFeatured, notFeatured } = ADMIN_FEEDBACK_ERRORS;
	if (!entry) return new AppError('not_found', notFound);
	if (entry.isFeatured !== target) return new AppError('conflict', notApproved);
	return new AppError('conflict', target ? alreadyFeatured : notFeatured);
}
