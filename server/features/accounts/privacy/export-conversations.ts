import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { roomIdOf } from '#contract/chat/room-id.ts';
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
} from './export-conversations-queries.ts';

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

/**
 * What a person has said on the market, and what the market has told them.
 * @param db a transaction, whose connection takes one statement at a time
 */
export async function exportTalk(db: Db, userId: number): Promise<Talk> {
	const blocked = await listOwnBlocks(db, userId);
	const userReports = await listOwnUserReports(db, userId);
	const feedback = await listOwnFeedback(db, userId);
	const notices = await listAllNotices(db, userId);
	return {
		chats: (await listAllChats(db, userId)).map((chat) => exportChat(chat, userId)),
		messages: (await listOwnMessages(db, userId)).map(exportMessage),
		blocked: blocked.map(({ personId, blockedAt }) => ({
			personId,
			blockedAt: blockedAt.toISOString(),
		})),
		itemReports: (await listOwnItemReports(db, userId)).map(withMoments),
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
		noticeChoices: await listChoices(db, userId),
	};
}

function exportChat(
	{ itemId, buyerId, startedAt, mailedAt, ...places }: KeptChat,
	userId: number,
): Talk['chats'][number] {
	return {
		roomId: roomIdOf({ itemId, buyerId }),
		role: buyerId === userId ? 'buyer' : 'seller',
		startedAt: startedAt.toISOString(),
		...places,
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
