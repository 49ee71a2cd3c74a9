import type { FastifyInstance } from 'fastify';
import { ADMIN_NOTIFICATION_ERRORS } from '#contract/admin/errors.ts';
import {
	ADMIN_NOTIFICATION_MESSAGES,
	createNotification as createEndpoint,
	deleteNotification as deleteEndpoint,
	getCounts,
	listNotifications,
	markNotificationRead,
	markNotificationsRead,
} from '#contract/admin/notifications.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { paginationOf } from '#contract/core/paging.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { readAdminIdempotencyKey } from '#server/admin/kit/idempotency-key.ts';
import { logView } from '#server/admin/kit/log-view.ts';
import { actorOf } from '#server/audit/log.ts';
import {
	createAnnouncement,
	removeAnnouncement,
} from '#server/features/notifications/announcements/moderation.ts';
import { route } from '#server/http/route.ts';
import { AppError } from '#server/lib/app-error.ts';
import { presentNotification } from './present.ts';
import {
	countPending,
	findNotification,
	findNotificationPage,
	findReadState,
	setNotificationRead,
	setNotificationsRead,
} from './queries.ts';

/** Routes for administrators' notifications and the counts of pending work. */
export function notificationRoutes(app: FastifyInstance, deps: AdminDeps): void {
	readRoutes(app, deps);
	writeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, { db, adminChannel }: AdminDeps): void {
	route(
		app,
		listNotifications,
	)(async ({ query, caller, request }) => {
		const { page, limit, ...filters } = query;
		// Read before the list: an entry that arrives in between is shown and stays unread.
		const { unread, newest } = await findReadState(db, caller.id);
		const { found, entries } = await findNotificationPage(db, caller.id, filters, query);
		await logView(db, request, { action: 'VIEW_NOTIFICATIONS', target: 'notifications' }, query);
		return {
			success: true,
			notifications: entries.map(presentNotification),
			pagination: paginationOf(page, limit, found),
			unread,
			...(newest !== null && { newest }),
		};
	});

	route(
		app,
		markNotificationsRead,
	)(async ({ query: { upTo }, caller, request }) => {
		await setNotificationsRead(db, caller.id, upTo);
		adminChannel.publish({ what: 'notifications' }, actorOf(request).socketId);
		return { success: true, message: ADMIN_NOTIFICATION_MESSAGES.allRead };
	});

	route(
		app,
		markNotificationRead,
	)(async ({ params: { id }, caller, request }) => {
		const isThere = await setNotificationRead(db, caller.id, id);
		if (!isThere) throw new AppError('not_found', ADMIN_NOTIFICATION_ERRORS.notFound);
		adminChannel.publish({ what: 'notifications' }, actorOf(request).socketId);
		return { success: true, message: ADMIN_NOTIFICATION_MESSAGES.oneRead };
	});

	route(
		app,
		getCounts,
	)(async ({ caller }) => ({ success: true, ...(await countPending(db, caller.id)) }));
}

function writeRoutes(
	app: FastifyInstance,
	{ db, addTask, realtime, adminChannel }: AdminDeps,
): void {
	route(
		app,
		createEndpoint,
	)(async ({ body, caller, request }) => {
		const actor = actorOf(request);
		const idempotencyKey = readAdminIdempotencyKey(request, caller.id);
		// For all users, this adds the task that notifies them.
		const id = await createAnnouncement({ db, addTask }, actor, body, idempotencyKey);
		const created = await findNotification(db, caller.id, id);
		if (!created) throw new AppError('not_found', ADMIN_NOTIFICATION_ERRORS.notFound);
		adminChannel.publish({ what: 'notifications' }, actor.socketId);
		return {
			success: true,
			message: ADMIN_NOTIFICATION_MESSAGES.created,
			notification: presentNotification(created),
		};
	});

	route(
		app,
		deleteEndpoint,
	)(async ({ params, request }) => {
		const actor = actorOf(request);
		const wasSentToUsers = await removeAnnouncement(db, actor, params.id);
		if (wasSentToUsers) realtime.toAll(REALTIME_EVENTS.notificationsChanged, {});
		adminChannel.publish({ what: 'notifications' }, actor.socketId);
		return { success: true, message: ADMIN_NOTIFICATION_MESSAGES.deleted };
	});
}
