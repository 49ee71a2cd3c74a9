import { useEffect } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import type { ChatRole } from '#contract/chat/facts.ts';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import type { ChatSide } from './initial-side.ts';
import { useInitialSide } from './use-initial-side.ts';

export const SIDE_ROLES: Record<ChatSide, ChatRole> = { buying: 'buyer', selling: 'seller' };

/** Kept in the history by a link that leads back to the list. */
export const RETURN_STATE = { isReturn: true };

/** Shown last, for as long as the page is not loaded anew. */
let lastSide: ChatSide | undefined;

/** What is open beside the list. */
export interface ChatSelection {
	chat: KnownChat | undefined;
	/** The chat is still asked for. */
	isOpening: boolean;
}

/**
 * Which chats are listed: the address says it (`?side=`), else the chat that is open, else what is unread.
 * @returns no side until it is known which chat is open, or what is unread
 */
export function useChatSide(
	selection: ChatSelection | undefined,
): [side: ChatSide | undefined, choose: (side: ChatSide) => void] {
	const [search, setSearch] = useSearchParams();
	const isReturn = useIsReturn();
	// On the way back, and beside a chat that is being opened or cannot be, the list stays as it was.
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

/** Whether somebody comes back to the list, by the browser's button or a link of ours. */
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
