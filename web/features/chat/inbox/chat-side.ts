import { useEffect } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import type { ChatRole } from '#contract/chat/facts.ts';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import type { ChatSide } from './initial-side.ts';
import { useInitialSide } from './use-initial-side.ts';

export const SIDE_ROLES: Record<ChatSide, ChatRole> = { buying: 'buyer', selling: 'seller' };

/** History state set by links that lead back to the list. */
export const RETURN_STATE = { isReturn: true };

/** The side shown last; forgotten when the page is reloaded. */
let lastSide: ChatSide | undefined;

/** The chat that is open beside the list. */
export interface ChatSelection {
	chat: KnownChat | undefined;
	/** The chat is still loading. */
	isOpening: boolean;
}

/**
 * Which chats are listed. Decided by the first of these: the URL (`?side=`), the open chat, the side shown last if
 * the user returns to the list, else `chooseInitialSide`, mainly by the unread messages.
 * @returns an undefined side until the open chat or the unread counts are known
 */
export function useChatSide(
	selection: ChatSelection | undefined,
): [side: ChatSide | undefined, choose: (side: ChatSide) => void] {
	const [search, setSearch] = useSearchParams();
	const isReturn = useIsReturn();
	// When the user returns, and beside a chat that is loading or cannot be opened, the list keeps its side.
	const previousSide = selection || isReturn ? lastSide : undefined;
	const explicitSide = parseSide(search.get('side')) ?? sideOf(selection?.chat) ?? previousSide;
	const initialSide = useInitialSide(explicitSide === undefined && !selection?.isOpening, lastSide);
	const side = explicitSide ?? initialSide;

	useEffect(() => {
		lastSide = side ?? lastSide;
	}, [side]);

	function setSide(chosen: ChatSide) {
		setSearch({ ...Object.fromEntries(search), side: chosen }, { replace: true });
	}

	return [side, setSide];
}

/** Whether the user came back to the list, by the browser's back button or by a link with `RETURN_STATE`. */
function useIsReturn(): boolean {
	const { state } = useLocation();
	const direction = useNavigationType();
	return direction === 'POP' || state?.isReturn === true;
}

function parseSide(param: string | null): ChatSide | undefined {
	return param === 'buying' || param === 'selling' ? param : undefined;
}

function sideOf(chat: KnownChat | undefined): ChatSide | undefined {
	return chat && (chat.role === 'seller' ? 'selling' : 'buying');
}
