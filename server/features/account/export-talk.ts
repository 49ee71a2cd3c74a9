import { CHAT_MESSAGES } from '#contract/chat-facts.ts';
import type { PersonalData } from '#contract/personal-data.ts';
import { roomIdOf } from '#contract/rooms.ts';
import type { Db } from '#server/db/client.ts';
import {
	type KeptChat,
	type KeptMessage,
	listAllChats,
	listAllNotices,
	listChoices,
	listOwnBlocks,
	listOwnFeedback,
	listOwnItemReports,
	listOwnMessages,
	listOwnUserReports,
} from './export-talk-queries.ts';

type Talk = Pick<
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

/** What a person has said on the market, and what the market has told them. */
export async function exportTalk(db: Db, userId: number): Promise<Talk> {
	const [chats, messages, blocked, itemReports, userReports, feedback, notices, noticeChoices] =
		await Promise.all([
			listAllChats(db, userId),
			listOwnMessages(db, userId),
			listOwnBlocks(db, userId),
			listOwnItemReports(db, userId),
			listOwnUserReports(db, userId),
			listOwnFeedback(db, userId),
			listAllNotices(db, userId),
			listChoices(db, userId),
		]);
	return {
		chats: chats.map((chat) => exportChat(chat, userId)),
		messages: messages.map(exportMessage),
		blocked: blocked.map(({ personId, blockedAt }) => ({
			personId,
			blockedAt: blockedAt.toISOString(),
		})),
		itemReports: itemReports.map(withMoments),
		userReports: userReports.map(({ chatItemId, chatBuyerId, ...report }) => ({
			...withMoments(report),
			roomId:
				chatItemId === null || chatBuyerId === null
					? null
					: roomIdOf({ itemId: chatItemId, buyerId: chatBuyerId }),
		})),
		feedback: feedback.map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() })),
		notices: notices.map((notice) => ({
			...notice,
			createdAt: notice.createdAt.toISOString(),
			readAt: notice.readAt?.toISOString() ?? null,
		})),
		noticeChoices,
	};
}

function exportChat(
	{ itemId, buyerId, startedAt, ...places }: KeptChat,
	userId: number,
): Talk['chats'][number] {
	return {
		roomId: roomIdOf({ itemId, buyerId }),
		role: buyerId === userId ? 'buyer' : 'seller',
		startedAt: startedAt.toISOString(),
		...places,
	};
}

function exportMessage({
	id,
	itemId,
	buyerId,
	body,
	clientId,
	createdAt,
}: KeptMessage): Talk['messages'][number] {
	return {
		id,
		roomId: roomIdOf({ itemId, buyerId }),
		message: body ?? CHAT_MESSAGES.erased,
		clientId,
		createdAt: createdAt.toISOString(),
	};
}

function withMoments<Report extends { createdAt: Date; resolvedAt: Date | null }>(report: Report) {
	return {
		...report,
		createdAt: report.createdAt.toISOString(),
		resolvedAt: report.resolvedAt?.toISOString() ?? null,
	};
}
