import type { FastifyInstance } from 'fastify';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import {
	blockPerson,
	countItemChats as countItemChatsEndpoint,
	getChat,
	getConversation,
	getItemChats,
	listBlocked,
	listChats,
	unblockPerson,
	uploadChatPhotos,
} from '#contract/chat/endpoints.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { requireFound, sendPhotoFile } from '#server/features/photos/present.ts';
import { type Limit, limit } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import { pageOf } from '#server/lib/cursors.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import {
	CHAT_PHOTOS_PATH,
	type ChatPhotoSignature,
	type PhotoUrls,
	photoFileName,
	readChatPhotoUrl,
} from '#server/storage/photo-urls.ts';
import { listBlockedBy } from './blocks/queries.ts';
import { block, unblock } from './commands.ts';
import {
	countItemChats,
	countUnreadByRole,
	findChat,
	findItemChats,
	listUserChats,
} from './inbox-queries.ts';
import { requireDailyCapacity, storeChatPhotos } from './photos/commands.ts';
import { findVisiblePhoto } from './photos/queries.ts';
import { presentBuyer, presentChat, presentMessageTo, presentOpenChat } from './present.ts';
import { listMessages } from './queries.ts';
import { requireChatAccess, requireOther, requireOwnChats, requireRoom } from './rules.ts';

/** A chat counts as long from this many messages; a chat of thousands takes 0.2 s to serialize. */
export const LONG_CHAT_MESSAGES = 500;
/** Long chats that one user may read in full per minute. Reading page by page, as our web app does, is not limited. */
export const LONG_CHATS_PER_MINUTE = 20;

interface ChatDeps extends ChatPhotoDeps {
	config: Pick<Config, 'rateLimit'>;
	openCounter: OpenCounter;
}

/** HTTP routes for reading chats and their messages, and for the photos in chats. Messages are sent over the socket. */
export function chatRoutes(app: FastifyInstance, deps: ChatDeps): void {
	const { db, photoUrls, config, openCounter } = deps;
	chatPhotoRoutes(app, deps);
	const longChats: Limit = {
		counter: openCounter('long chats', 60),
		max: config.rateLimit ? LONG_CHATS_PER_MINUTE : Number.POSITIVE_INFINITY,
	};
	route(app, getConversation, async ({ params, query, caller, reply }) => {
		const chat = await findChat(db, caller.id, params.itemId, params.buyerId);
		const room = requireRoom(chat, caller.id);
		const { before } = query;
		// Without `before`, the reply has all messages of the chat.
		const rows =
			before === undefined
				? await limit(
						longChats,
						{ key: String(caller.id), reply },
						() => listMessages(db, room, caller.id),
						(messages) => messages.length >= LONG_CHAT_MESSAGES,
					)
				: await listMessages(db, room, caller.id, { before, limit: query.limit });
		return rows.map((row) => presentMessageTo(row, caller.id, photoUrls));
	});

	route(app, getItemChats, async ({ params, caller }) => {
		const { sellerId, buyers } = requireOwnChats(await findItemChats(db, params.itemId), caller.id);
		return buyers.map((row) => presentBuyer(row, sellerId, photoUrls));
	});

	route(app, countItemChatsEndpoint, async ({ params, caller }) => {
		const counts = await countItemChats(db, params.itemId);
		const { buyers, unread } = requireOwnChats(counts, caller.id);
		return { buyers, unread };
	});

	route(app, getChat, async ({ params, caller }) => {
		// The ids of an item and of a user, in either order.
		const chat = await findChat(db, caller.id, params.first, params.second);
		return { chat: presentOpenChat(requireChatAccess(chat, caller.id), photoUrls) };
	});

	route(app, listChats, async ({ query: { role, limit, cursor }, caller }) => {
		const [found, unread] = await Promise.all([
			listUserChats(db, caller.id, { role, limit: limit + 1, after: cursor }),
			countUnreadByRole(db, caller.id),
		]);
		const { rows, last } = pageOf(found, limit);
		return {
			chats: rows.map((row) => presentChat(row, caller.id, photoUrls)),
			nextCursor: last ? String(last.lastMessage.id) : null,
			unread,
		};
	});
}

interface ChatPhotoDeps {
	db: Db;
	store: PhotoStore;
	photoUrls: PhotoUrls;
	/** The keys that sign the URLs of photos. */
	secrets: Secrets;
	now?: () => Date;
}

/** The upload of photos for messages, and the photo files, whose URLs are not below `/api`. */
function chatPhotoRoutes(
	app: FastifyInstance,
	{ db, store, photoUrls, secrets, now = () => new Date() }: ChatPhotoDeps,
): void {
	route(
		app,
		uploadChatPhotos,
		async ({ caller, files }) => {
			const photos = await storeChatPhotos({ db, store }, caller.id, files);
			const viewer = { userId: caller.id };
			return {
				photos: photos.map((photo) => ({ ...photo, url: photoUrls.inChat(photo.id, viewer) })),
			};
		},
		{ before: ({ caller }) => requireDailyCapacity(db, caller.id) },
	);

	/** A wrong signature, an expired one and an unknown photo get the same answer. */
	app.route<{ Params: { name: string }; Querystring: ChatPhotoSignature }>({
		method: ['GET', 'HEAD'],
		url: `${CHAT_PHOTOS_PATH}:name`,
		exposeHeadRoute: false,
		handler: async ({ params: { name }, query }, reply) => {
			const signed = requireFound(readChatPhotoUrl(name, query, { secrets, now: now() }));
			const hash = requireFound(await findVisiblePhoto(db, signed.id, signed.viewer));
			const fileName = photoFileName(hash, signed.width);
			return sendPhotoFile(reply, store, fileName, headersOf(signed.remainingSeconds));
		},
	});
}

function headersOf(maxAgeSeconds: number) {
	return {
		'cache-control': `private, max-age=${maxAgeSeconds}, immutable`,
		'content-disposition': 'inline; filename="photo.webp"',
		'referrer-policy': 'no-referrer',
		'x-robots-tag': 'noindex',
	};
}

/**
 * Routes to block and unblock a user and to list the blocked users. No response or event reveals a block to the other
 * user.
 */
export function blockRoutes(
	app: FastifyInstance,
	{ db, realtime }: { db: Db; realtime: Pick<RealtimeServer, 'io' | 'isOnline'> },
): void {
	route(app, blockPerson, async ({ params, caller }) => {
		const { id, userName } = requireOther(await findUser(db, params.id), caller.id);
		await block({ db, realtime }, caller.id, id);
		return { message: BLOCK_MESSAGES.blocked(userName) };
	});

	route(app, unblockPerson, async ({ params, caller }) => {
		const { id, userName } = requireOther(await findUser(db, params.id), caller.id);
		await unblock({ db, realtime }, caller.id, id);
		return { message: BLOCK_MESSAGES.unblocked(userName) };
	});

	route(app, listBlocked, async ({ caller }) => {
		const rows = await listBlockedBy(db, caller.id);
		const people = rows.map((row) => ({ ...row, blockedAt: row.blockedAt.toISOString() }));
		return { people };
	});
}
