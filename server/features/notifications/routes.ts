import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import {
	changeNoticeChoice,
	getNoticeChoices,
	getNotices,
	listNotifications,
	readAllNotifications,
	readNotification,
	unsubscribe,
} from '#contract/notifications/notifications.ts';
import type { Db } from '#server/db/client.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { countUnreadChats } from '#server/features/chat/queries.ts';
import { route } from '#server/http/route.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { Live } from '#server/realtime/realtime.ts';
import { choose, endMailsByLink, readEntry } from './commands.ts';
import { listPage } from './list-page.ts';
import { listChoices } from './preference-queries.ts';
import { presentEntry } from './present.ts';
import { findUnread, setAllRead } from './queries.ts';
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts';

interface NoticeDeps {
	db: Db;
	live: Pick<Live, 'toUser'>;
	secrets: Secrets;
}

export function noticeRoutes(app: FastifyInstance, { db, live, secrets }: NoticeDeps): void {
	centreRoutes(app, { db, live });
	choiceRoutes(app, db);
	unsubscribeRoute(app, db, secrets);
}

function centreRoutes(app: FastifyInstance, { db, live }: Omit<NoticeDeps, 'secrets'>): void {
	route(
		app,
		getNotices,
	)(async ({ caller }) => {
		const [chats, unread] = await Promise.all([
			countUnreadChats(db, caller.id),
			findUnread(db, caller.id),
		]);
		return { success: true, chats, ...unread };
	});

	route(
		app,
		listNotifications,
	)(async ({ query, caller }) => {
		const { entries, nextCursor } = await listPage(db, caller.id, query);
		return { success: true, notifications: entries.map(presentEntry), nextCursor };
	});

	route(
		app,
		readNotification,
	)(async ({ params, caller }) => {
		await readEntry(db, caller.id, params.entry);
		live.toUser(caller.id, LIVE_EVENTS.noticesChanged, {});
		return { success: true, message: NOTICE_MESSAGES.read };
	});

	route(
		app,
		readAllNotifications,
	)(async ({ query: { upTo }, caller }) => {
		await setAllRead(db, caller.id, upTo === undefined ? undefined : Date.parse(upTo));
		live.toUser(caller.id, LIVE_EVENTS.noticesChanged, {});
		return { success: true, message: NOTICE_MESSAGES.allRead };
	});
}

function choiceRoutes(app: FastifyInstance, db: Db): void {
	route(
		app,
		getNoticeChoices,
	)(async ({ caller }) => {
		const [user, choices] = await Promise.all([
			findUser(db, caller.id),
			listChoices(db, caller.id),
		]);
		const canMail = user?.email != null && user.emailConfirmedAt !== null;
		return { success: true, canMail, choices };
	});

	route(
		app,
		changeNoticeChoice,
	)(async ({ body, caller }) => {
		await choose(db, caller.id, body);
		return { success: true, message: NOTICE_MESSAGES.chosen };
	});
}

/**
 * Mail programs post a form of either kind that says `List-Unsubscribe=One-Click` (RFC 8058, section 3.2); the address alone
 * decides. Forms are taken here and nowhere else.
 */
function unsubscribeRoute(app: FastifyInstance, db: Db, secrets: Secrets): void {
	const tokens = createUnsubscribeTokens(secrets);
	app.register((scope, _options, done) => {
		scope.register(formbody, { bodyLimit: FORM_MAX_BYTES });
		scope.removeContentTypeParser('multipart/form-data');
		scope.addContentTypeParser(
			'multipart/form-data',
			{ parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
			async () => ({}),
		);
		route(
			scope,
			unsubscribe,
		)(async ({ params }) => {
			const { kind } = await endMailsByLink(db, tokens, params.token);
			return { success: true, message: NOTICE_MESSAGES.unsubscribed, kind };
		});
		done();
	});
}

const FORM_MAX_BYTES = 4096;
