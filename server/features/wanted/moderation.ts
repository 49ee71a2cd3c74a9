import { PAGES } from '#contract/core/pages.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { type Actor, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { notify, publishNotificationsChanged } from '#server/features/notifications/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import { findWanted, setWantedRemoved } from './queries.ts';

interface RemovalDeps {
	db: Db;
	addTask: AddTask;
}

interface ModerationDeps extends RemovalDeps {
	realtime: Pick<Realtime, 'toUser'>;
	adminChannel: Pick<AdminChannel, 'publish'>;
}

/**
 * Removes a post for an administrator and notifies its owner.
 * @throws AppError not_found; conflict when the post is already removed
 */
export async function removeWanted(
	deps: ModerationDeps,
	actor: Actor,
	wantedId: number,
): Promise<void> {
	const ownerId = await deps.db.transaction(async (tx) => {
		const postOwnerId = await removeWantedWithin({ ...deps, db: tx }, wantedId);
		if (postOwnerId === undefined) return undefined;
		await logAudit(tx, actor, { action: 'WANTED_REMOVED', target: `wanted ${wantedId}` });
		return postOwnerId;
	});
	if (ownerId === undefined) {
		throw (await findWanted(deps.db, wantedId))
			? new AppError('conflict', WANTED_ERRORS.alreadyRemoved)
			: new AppError('not_found', WANTED_ERRORS.notFound);
	}
	publishNotificationsChanged(deps.realtime, [ownerId]);
	deps.adminChannel.publish({ what: 'wanted' }, actor.socketId);
}

/**
 * Removes a post within the caller's transaction and adds a notification for its owner. The caller also writes the
 * audit entry, and calls `publishNotificationsChanged` after the commit.
 * @param reason shown to the owner
 * @returns the owner's id; undefined for a post that is already removed or deleted
 */
export async function removeWantedWithin(
	{ db, addTask }: RemovalDeps,
	wantedId: number,
	reason?: string,
): Promise<number | undefined> {
	const removed = await setWantedRemoved(db, wantedId, reason);
	if (!removed) return undefined;
	const { userId, title } = removed;
	await notify(
		{ db, addTask },
		{
			userId,
			kind: 'warning',
			title: WANTED_MESSAGES.removed,
			message: WANTED_MESSAGES.removedText(title),
			link: PAGES.rules,
		},
	);
	return userId;
}
