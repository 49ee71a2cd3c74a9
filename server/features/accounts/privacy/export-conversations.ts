import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import type { Db } from '#server/db/client.ts';
import {
	listAllChats,
	listAllNotifications,
	listOwnBlocks,
	listOwnFeedback,
	listOwnItemReports,
	listOwnMessages,
	listOwnUserReports,
	listPreferences,
	type StoredChat,
	type StoredMessage,
} from './export-conversations-queries.ts';

type ConversationData = Pick<
	PersonalData,
	| 'chats'
	| 'messages'
	| 'blocked'
	| 'itemReports'
	| 'userReports'
	| 'feedback'
	| 'notices'
	| 'noticeChoices'
>;

/**
 * The part of the export about chats, blocks, reports, feedback and notifications.
 * @param db a transaction; its connection runs one statement at a time
 */
export async function exportConversations(db: Db, userId: number): Promise<ConversationData> {
	const blocked = await listOwnBlocks(db, userId);
	const userReports = await listOwnUserReports(db, userId);
	const feedback = await listOwnFeedback(db, userId);
	const notices = await listAllNotifications(db, userId);
	return {
		chats: (await listAllChats(db, userId)).map((chat) => exportChat(chat, userId)),
		messages: (await listOwnMessages(db, userId)).map(exportMessage),
		blocked: blocked.map(({ personId, blockedAt }) => ({
			personId,
			blockedAt: blockedAt.toISOString(),
		})),
		itemReports: (await listOwnItemReports(db, userId)).map(withIsoDates),
		userReports: userReports.map(({ chatItemId, chatBuyerId, ...report }) => ({
			...withIsoDates(report),
			roomId:
				chatItemId === null || chatBuyerId === null
					? null
					: formatRoomId({ itemId: chatItemId, buyerId: chatBuyerId }),
		})),
		feedback: feedback.map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() })),
		notices: notices.map((notice) => ({
			...notice,
			createdAt: notice.createdAt.toISOString(),
			readAt: notice.readAt?.toISOString() ?? null,
		})),
		noticeChoices: await listPreferences(db, userId),
	};
}

function exportChat(
	{ itemId, buyerId, startedAt, mailedAt, ...positions }: StoredChat,
	userId: number,
): ConversationData['chats'][number] {
	return {
		roomId: formatRoomId({ itemId, buyerId }),
		role: buyerId === userId ? 'buyer' : 'seller',
		startedAt: startedAt.toISOString(),
		...positions,
		mailedAt: mailedAt?.toISOString() ?? null,
	};
}

function exportMessage({
	id,
	itemId,
	buyerId,
	body,
	clientId,
	createdAt,
}: StoredMessage): ConversationData['messages'][number] {
	return {
		id,
		roomId: formatRoomId({ itemId, buyerId }),
		message: body ?? CHAT_MESSAGES.erased,
		clientId,
		createdAt: createdAt.toISOString(),
	};
}

function withIsoDates<Report extends { createdAt: Date; resolvedAt: Date | null }>(report: Report) {
	return {
		...report,
		createdAt: report.createdAt.toISOString(),
		resolvedAt: report.resolvedAt?.toISOString() ?? null,
	};
}
