import type { ChatSummary } from '#contract/chat/conversations.ts';
import type { UnsentMessage } from '#web/features/chat/engine/messages.ts';

/**
 * What the row of a chat shows of one's own words that are not sent: those that wait always, refused ones until something else
 * is said, or an answer would stay hidden behind them until somebody discards them.
 */
export function visibleUnsent(
	unsent: UnsentMessage | undefined,
	lastMessage: Pick<ChatSummary['lastMessage'], 'createdAt'> | null,
): UnsentMessage | undefined {
	const isShown =
		unsent &&
		(!lastMessage ||
			unsent.refusal === undefined ||
			unsent.writtenAt > Date.parse(lastMessage.createdAt));
	return isShown ? unsent : undefined;
}
