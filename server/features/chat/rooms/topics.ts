import type { Room } from '#contract/chat/room-id.ts';
import { defineTopic } from '#server/cluster/bus.ts';

/** Sockets in a Socket.IO room must close the chats they have open. */
export const chatsClosed = defineTopic<{ room: string }>('chats over');

export type StartedChat = Room & { sellerId: number };

/** A chat has a message that both sides see. Published for the first such message, and perhaps again for later ones. */
export const chatStarted = defineTopic<StartedChat>('chat begun');

/**
 * One of two users blocked the other, or the last block between them was removed. `isApart` is whether a block between
 * them exists now.
 */
export const blockChanged = defineTopic<{ people: [number, number]; isApart: boolean }>('apart');
