import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KnownChat } from '#web/features/chat/engine/known-chat.ts';
import { type ChatRoom, createChatRoom } from '#web/features/chat/engine/room.ts';
import type { RoomView } from '#web/features/chat/engine/room-store.ts';
import { openChatQuery } from './queries.ts';

/**
 * Joins a chat's room while the chat is on screen. The room never changes: the page renders the component of another
 * chat anew, by its key.
 * @param addressIds the two ids in the page's address
 * @returns the room, its current state, and a function that reloads the chat's details
 */
export function useRoom(
	{ roomId, role, other, lastMessage }: KnownChat,
	userId: number,
	addressIds: readonly [string, string],
): [ChatRoom, RoomView, () => void] {
	const client = useQueryClient();
	const [room] = useState(() =>
		createChatRoom({ roomId, role, userId, otherId: other.id, lastMessage, onOutdated: refresh }),
	);
	useEffect(() => room.start(), [room]);
	return [room, useSyncExternalStore(room.watch, room.current), refresh];

	function refresh(): void {
		void client.invalidateQueries({ queryKey: openChatQuery(...addressIds).queryKey });
	}
}
