import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatSummary } from '#contract/chat/conversations.ts';
import { findListedChat } from '#web/features/chat/inbox/find-listed-chat.ts';
import { useIsOnline } from '#web/ui/use-is-online.ts';

/**
 * A chat's row in the cached list, used while the chat cannot be loaded.
 * @param hasFailed loading the chat has failed; its row is kept during a retry, or the page would flicker
 */
export function useListedChat(
	[first, second]: readonly [string, string],
	hasFailed: boolean,
): ChatSummary | undefined {
	const client = useQueryClient();
	const isOnline = useIsOnline();
	const address = `${first}/${second}`;
	const [failedAddress, setFailedAddress] = useState<string>();
	if (hasFailed && failedAddress !== address) setFailedAddress(address);

	if (isOnline && failedAddress !== address) return undefined;
	return findListedChat(client, first, second);
}
