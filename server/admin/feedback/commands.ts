import { ADMIN_FEEDBACK_MESSAGES } from '#contract/admin/feedback.ts';
import { type Actor, type Deed, record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/lib/app-error.ts';
import {
	findFeedbackPage,
	hasFeedback,
	setFeatured,
	setFeedbackApproved,
	setFeedbackRejected,
} from './queries.ts';

/** An administrator who is signed in. */
type Reviewer = Actor & { adminId: number };
/** Who may read what is approved. */
interface Shown {
	isPublic: boolean;
	isFeatured: boolean;
}

/** @throws Refusal not_found; conflict when somebody has decided it before */
export function approveFeedback(db: Db, actor: Reviewer, id: number, shown: Shown): Promise<void> {
	return db.transaction(async (tx) => {
		const { adminId } = actor;
		const approved = await setFeedbackApproved(tx, [id], { adminId, ...shown });
		if (approved.length === 0) throw await undecidable(tx, id, ADMIN_FEEDBACK_MESSAGES.notPending);
		await record(tx, actor, approvalOf(id, shown));
	});
}

/** @throws Refusal not_found; conflict when somebody has decided it before */
export function rejectFeedback(db: Db, actor: Reviewer, id: number, notes: string): Promise<void> {
	return db.transaction(async (tx) => {
		const { adminId } = actor;
		if (!(await setFeedbackRejected(tx, id, { adminId, notes }))) {
			throw await undecidable(tx, id, ADMIN_FEEDBACK_MESSAGES.notPending);
		}
		await record(tx, actor, {
			action: 'FEEDBACK_REJECTED',
			target: `feedback ${id}`,
			details: notes,
		});
	});
}

/**
 * Approves those of a selection that are pending.
 * @returns those
 */
export function approveFeedbackTogether(
	db: Db,
	actor: Reviewer,
	ids: readonly number[],
	isPublic: boolean,
): Promise<number[]> {
	const shown = { isPublic, isFeatured: false };
	return db.transaction(async (tx) => {
		const { adminId } = actor;
		const approved = await setFeedbackApproved(tx, ids, { adminId, ...shown });
		await record(tx, actor, ...approved.map((id) => approvalOf(id, shown)));
		return approved;
	});
}

/**
 * Features what is approved, or takes it back: among testimonials only what is public as well is seen.
 * @param wanted undefined turns around what is
 * @returns whether it is featured now
 * @throws Refusal not_found; conflict for anything else, and where somebody has done it before
 */
export function featureFeedback(
	db: Db,
	actor: Reviewer,
	id: number,
	wanted: boolean | undefined,
): Promise<boolean> {
	return db.transaction(async (tx) => {
		const isFeatured = await setFeatured(tx, id, wanted);
		if (isFeatured === undefined) throw await unfeaturable(tx, id, wanted);
		const action = isFeatured ? 'FEEDBACK_FEATURED' : 'FEEDBACK_UNFEATURED';
		await record(tx, actor, { action, target: `feedback ${id}` });
		return isFeatured;
	});
}

function approvalOf(id: number, { isPublic, isFeatured }: Shown): Deed {
	const shown = isPublic ? 'public' : 'not public';
	const details = isFeatured ? `${shown}, featured` : shown;
	return { action: 'FEEDBACK_APPROVED', target: `feedback ${id}`, details };
}

async function undecidable(db: Db, id: number, message: string): Promise<AppError> {
	return (await hasFeedback(db, id))
		? new AppError('conflict', message)
		: new AppError('not_found', ADMIN_FEEDBACK_MESSAGES.notFound);
}

async function unfeaturable(db: Db, id: number, wanted: boolean | undefined): Promise<AppError> {
	const [entry] = (await findFeedbackPage(db, { id }, { page: 1, limit: 1 })).entries;
	const { notApproved, alreadyFeatured, notFeatured } = ADMIN_FEEDBACK_MESSAGES;
	if (!entry || entry.isFeatured !== wanted) return undecidable(db, id, notApproved);
	return new AppError('conflict', wanted ? alreadyFeatured : notFeatured);
}
