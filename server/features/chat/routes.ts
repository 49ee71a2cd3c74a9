import type { FastifyInstance } from 'fastify';
import {
	countItemChats as countItemChatsEndpoint,
	getChat,
	getConversation,
	getItemChats,
	listChats,
} from '#contract/chat/endpoints.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import { type Limit, limit } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import { pageOf } from '#server/lib/paging.ts';
import { countItemChats, findItemChats } from './inbox/buyers-queries.ts';
import { requireChatAccess, requireOwnChats, requireRoom } from './inbox/chat-access.ts';
import { findChat } from './inbox/chat-access-queries.ts';
import { countUnreadByRole, listUserChats } from './inbox/inbox-queries.ts';
import { type ChatPhotoDeps, chatPhotoRoutes } from './photos/routes.ts';
import { presentBuyer, presentChat, presentMessageTo, presentOpenChat } from './present.ts';
import { listMessages } from './queries.ts';

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
	route(
		app,
		getConversation,
	)(async ({ params, query, caller, reply }) => {
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

	route(
		app,
		getItemChats,
	)(async ({ params, caller }) => {
		const { sellerId, buyers } = requireOwnChats(await findItemChats(db, params.itemId), caller.id);
		return buyers.map((row) => presentBuyer(row, sellerId, photoUrls));
	});

	route(
		app,
		countItemChatsEndpoint,
	)(async ({ params, caller }) => {
		const counts = await countItemChats(db, params.itemId);
		const { buyers, unread } = requireOwnChats(counts, caller.id);
		return { success: true, buyers, unread };
	});

	route(
		app,
		getChat,
	)(async ({ params, caller }) => {
		// The ids of an item and of a user, in either order.
		const chat = await findChat(db, caller.id, params.first, params.second);
		return { success: true, chat: presentOpenChat(requireChatAccess(chat, caller.id), photoUrls) };
	});

	route(
		app,
		listChats,
	)(async ({ query: { role, limit, cursor }, caller }) => {
		const [found, unread] = await Promise.all([
			listUserChats(db, caller.id, { role, limit: limit + 1, after: cursor }),
			countUnreadByRole(db, caller.id),
		]);
		const { rows, last } = pageOf(found, limit);
		return {
			success: true,
			chats: rows.map((row) => presentChat(row, caller.id, photoUrls)),
			nextCursor: last ? String(last.lastMessage.id) : null,
			unread,
		};
	});
}
