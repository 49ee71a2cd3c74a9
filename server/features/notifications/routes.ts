import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { PAGES } from '#contract/core/pages.ts';
import {
	changeNotificationPreference,
	getNotificationPreferences,
	getNotificationSummary,
	listNotifications,
	markAllNotificationsRead,
	markNotificationRead,
	openUnsubscribePage,
	unsubscribe,
} from '#contract/notifications/endpoints.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { Db } from '#server/db/client.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { countUnreadChats } from '#server/features/chat/queries.ts';
import { route } from '#server/http/route.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import {
	createUnsubscribeTokens,
	markEntryRead,
	publishNotificationsChanged,
	setPreference,
	unsubscribeByToken,
} from './commands.ts';
import { listPage } from './list-queries.ts';
import { presentEntry } from './present.ts';
import { listPreferences } from './queries.ts';
import { findUnreadSummary, setAllRead } from './reading-queries.ts';

interface NotificationDeps {
	db: Db;
	realtime: Pick<Realtime, 'toUser'>;
	secrets: Secrets;
	endSearchAlert: Parameters<typeof unsubscribeByToken>[0]['endSearchAlert'];
}

/** Routes of the notification centre, of the notification preferences, and of the unsubscribe links in mails. */
export function notificationRoutes(
	app: FastifyInstance,
	{ db, realtime, secrets, endSearchAlert }: NotificationDeps,
): void {
	listRoutes(app, { db, realtime });
	preferenceRoutes(app, db);
	unsubscribeRoutes(app, { db, tokens: createUnsubscribeTokens(secrets), endSearchAlert });
}

function listRoutes(
	app: FastifyInstance,
	{ db, realtime }: Pick<NotificationDeps, 'db' | 'realtime'>,
): void {
	route(app, getNotificationSummary, async ({ caller }) => {
		const [chats, unread] = await Promise.all([
			countUnreadChats(db, caller.id),
			findUnreadSummary(db, caller.id),
		]);
		return { chats, ...unread };
	});

	route(app, listNotifications, async ({ query, caller }) => {
		const { entries, nextCursor } = await listPage(db, caller.id, query);
		return { notifications: entries.map(presentEntry), nextCursor };
	});

	route(app, markNotificationRead, async ({ params, query, caller }) => {
		await markEntryRead(db, caller.id, params.entry, toMs(query.upTo));
		publishNotificationsChanged(realtime, [caller.id]);
		return { message: NOTIFICATION_MESSAGES.markedRead };
	});

	route(app, markAllNotificationsRead, async ({ query, caller }) => {
		await setAllRead(db, caller.id, toMs(query.upTo));
		publishNotificationsChanged(realtime, [caller.id]);
		return { message: NOTIFICATION_MESSAGES.allMarkedRead };
	});
}

function toMs(time: string | undefined): number | undefined {
	return time === undefined ? undefined : Date.parse(time);
}

function preferenceRoutes(app: FastifyInstance, db: Db): void {
	route(app, getNotificationPreferences, async ({ caller }) => {
		const [user, preferences] = await Promise.all([
			findUser(db, caller.id),
			listPreferences(db, caller.id),
		]);
		const canMail = user?.email != null && user.emailConfirmedAt !== null;
		return { canMail, choices: preferences };
	});

	route(app, changeNotificationPreference, async ({ body, caller }) => {
		await setPreference(db, caller.id, body);
		return { message: NOTIFICATION_MESSAGES.preferenceSaved };
	});
}

/**
 * Mail programs post a URL-encoded or a multipart form with `List-Unsubscribe=One-Click` (RFC 8058, section 3.2). Only
 * the token in the URL is used. No other route accepts forms of these content types without files.
 */
function unsubscribeRoutes(
	app: FastifyInstance,
	deps: Parameters<typeof unsubscribeByToken>[0],
): void {
	route(
		app,
		openUnsubscribePage,
		async ({ params }) => `${PAGES.unsubscribe}#token=${encodeURIComponent(params.token)}`,
	);

	app.register((scope, _options, done) => {
		scope.register(formbody, { bodyLimit: FORM_MAX_BYTES });
		scope.removeContentTypeParser('multipart/form-data');
		scope.addContentTypeParser(
			'multipart/form-data',
			{ parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
			async () => ({}),
		);
		route(scope, unsubscribe, async ({ params }) => {
			const { kind, searchId, searchName } = await unsubscribeByToken(deps, params.token);
			const message =
				searchId === undefined
					? NOTIFICATION_MESSAGES.unsubscribed
					: NOTIFICATION_MESSAGES.alertEnded;
			return { message, kind, searchName };
		});
		done();
	});
}

const FORM_MAX_BYTES = 4096;
