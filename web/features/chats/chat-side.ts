import { useSearchParams } from 'react-router';
import type { ChatRole } from '#contract/chat-facts.ts';
import { readRoomId } from '#contract/rooms.ts';
import { useSession } from '#web/lib/session.ts';

export type ChatSide = 'buying' | 'selling';

export const SIDE_ROLES: Record<ChatSide, ChatRole> = { buying: 'buyer', selling: 'seller' };

/**
 * Which chats are listed: the address says it (`?side=`), else the chat that is open, else those in which one buys.
 * @param current the room that is open
 */
export function useChatSide(
	current: string | undefined,
): [side: ChatSide, choose: (side: ChatSide) => void] {
	const { userId } = useSession();
	const [search, setSearch] = useSearchParams();
	const asked = search.get('side');
	const isSelling = asked ? asked === 'selling' : isSellerOf(current, userId);

	function choose(side: ChatSide) {
		setSearch({ ...Object.fromEntries(search), side }, { replace: true });
	}

	return [isSelling ? 'selling' : 'buying', choose];
}

function isSellerOf(roomId: string | undefined, userId: number | undefined): boolean {
	const room = readRoomId(roomId);
	return room !== undefined && room.buyerId !== userId;
}
