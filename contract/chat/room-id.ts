import { LARGEST_ID } from '#contract/core/schemas.ts';

/** The chat of one buyer about one item. */
export interface Room {
	itemId: number;
	buyerId: number;
}

const ROOM_ID_PATTERN = /^\s*([1-9]\d{0,9})\s*-\s*([1-9]\d{0,9})\s*$/;

export function formatRoomId({ itemId, buyerId }: Room): string {
	return `${itemId}-${buyerId}`;
}

/** Parses `{itemId}-{buyerId}`, with or without spaces; undefined for anything else. Never throws. */
export function parseRoomId(value: unknown): Room | undefined {
	if (typeof value !== 'string') return undefined;
	const [, itemId, buyerId] = (ROOM_ID_PATTERN.exec(value) ?? []).map(Number);
	if (itemId === undefined || buyerId === undefined) return undefined;
	return Math.max(itemId, buyerId) <= LARGEST_ID ? { itemId, buyerId } : undefined;
}
