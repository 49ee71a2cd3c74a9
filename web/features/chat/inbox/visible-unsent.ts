import type { ChatSummary } from '#contract/chat/conversations.ts';
import type { UnsentMessage } from '#web/features/chat/engine/messages.ts';

/**
 * The unsent message to show in the row of a chat. A waiting message is always shown. A rejected message is shown
 * only until a newer message arrives: it would hide the newer message until the user discards the rejected one.
 */
export function visibleUnsent(
	unsent: UnsentMessage | undefined,
	lastMessage: Pick<ChatSummary['lastMessage'], 'createdAt'> | null,
): UnsentMessage | undefined {
	const isShown =
		unsent &&
		(!lastMessage || !unsent.error || unsent.writtenAt > Date.parse(lastMessage.createdAt));
	return isShown ? unsent : undefined;
}
