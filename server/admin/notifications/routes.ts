import type { FastifyInstance } from 'fastify';
import {
	ADMIN_NOTIFICATION_MESSAGES,
	createNotification as createCall,
	deleteNotification as deleteCall,
	getCounts,
	listNotifications,
	markNotificationsRead,
} from '#contract/admin/notifications.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { paginationOf } from '#contract/core/paging.ts';
import type { AdminDeps } from '#server/admin/kit/deps.ts';
import { viewDetails } from '#server/admin/kit/view-details.ts';
import { actorOf, record } from '#server/audit/log.ts';
import { route } from '#server/http/route.ts';
import { createNotification, removeNotification } from './commands.ts';
import { presentNotification } from './present.ts';
import {
	countWaiting,
	findNotificationPage,
	findReadingState,
	setNotificationsRead,
} from './queries.ts';

/** What the system and administrators tell, and what waits. */
export function notificationRoutes(app: FastifyInstance, parts: AdminDeps): void {
	readingRoutes(app, parts);
	tellingRoutes(app, parts);
}

function readingRoutes(app: FastifyInstance, { db, adminChannel: office }: AdminDeps): void {
	route(
		app,
		listNotifications,
	)(async ({ query: { page, limit, ...filters }, caller, request }) => {
		const place = { page, limit };
		// Before the list: what comes in between is shown, and not counted as shown.
		const { unread, newest } = await findReadingState(db, caller.id);
		const { found, entries } = await findNotificationPage(db, caller.id, filters, place);
		await record(db, actorOf(request), {
			action: 'VIEW_NOTIFICATIONS',
			target: 'notifications',
			details: viewDetails({ ...filters, page }),
		});
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
		office.publish({ what: 'notifications' }, actorOf(request).line);
		return { success: true, message: ADMIN_NOTIFICATION_MESSAGES.allRead };
	});

	route(
		app,
		getCounts,
	)(async ({ caller }) => ({ success: true, ...(await countWaiting(db, caller.id)) }));
}

function tellingRoutes(
	app: FastifyInstance,
	{ db, addTask, realtime: live, adminChannel: office }: AdminDeps,
): void {
	route(
		app,
		createCall,
	)(async ({ body, caller, request }) => {
		const actor = { ...actorOf(request), adminId: caller.id };
		const made = await createNotification({ db, addTask }, actor, body);
		office.publish({ what: 'notifications' }, actor.line);
		return {
			success: true,
			message: ADMIN_NOTIFICATION_MESSAGES.created,
			notification: presentNotification(made),
		};
	});

	route(
		app,
		deleteCall,
	)(async ({ params, request }) => {
		const actor = actorOf(request);
		const usersHadIt = await removeNotification(db, actor, params.id);
		if (usersHadIt) live.toAll(REALTIME_EVENTS.notificationsChanged, {});
		office.publish({ what: 'notifications' }, actor.line);
		return { success: true, message: ADMIN_NOTIFICATION_MESSAGES.deleted };
	});
}
