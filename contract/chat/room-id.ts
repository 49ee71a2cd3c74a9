import { LARGEST_ID } from '#contract/core/common.ts';

/** A conversation belongs to an item and one buyer (decisions, "Chat"). */
export interface Room {
	itemId: number;
	buyerId: number;
}

const ROOM = /^\s*([1-9]\d{0,9})\s*-\s*([1-9]\d{0,9})\s*$/;

export function roomIdOf({ itemId, buyerId }: Room): string {
	return `${itemId}-${buyerId}`;
}

/** Reads `{itemId}-{buyerId}`, with spaces or without; undefined for anything else. Never throws. */
export function readRoomId(sent: unknown): Room | undefined {
	if (typeof sent !== 'string') return undefined;
	const [, itemId, buyerId] = (ROOM.exec(sent) ?? []).map(Number);
	if (itemId === undefined || buyerId === undefined) return undefined;
	return Math.max(itemId, buyerId) <= LARGEST_ID ? { itemId, buyerId } : undefined;
}
