import type { FastifyReply } from 'fastify';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { tooManyError } from '#server/http/too-many-error.ts';

/** A chat counts as long from this many messages; a chat of thousands takes 0.2 s to serialize. */
export const LONG_CHAT_MESSAGES = 500;
/** Long chats that one user may read in full per minute. Reading page by page, as our web app does, is not limited. */
export const LONG_CHATS_PER_MINUTE = 20;

/**
 * Reads all messages of a chat with `read`, and counts the read if the chat is long.
 * @throws AppError too_many, with Retry-After, when the reader has reached the limit
 */
export type ReadFullChat = <Row>(
	reader: { userId: number; reply: FastifyReply },
	read: () => Promise<Row[]>,
) => Promise<Row[]>;

/** Limits how many long chats one user may read in full per minute. */
export function limitFullReads(isEnabled: boolean, openCounter: OpenCounter): ReadFullChat {
	if (!isEnabled) return (_reader, read) => read();
	// Counts for 60 seconds.
	const counter = openCounter('long chats', 60);
	return async ({ userId, reply }, read) => {
		const key = String(userId);
		const { count, waitSeconds } = await counter.add(key);
		let isLong = false;
		try {
			if (count > LONG_CHATS_PER_MINUTE) throw tooManyError(reply, waitSeconds);
			const rows = await read();
			isLong = rows.length >= LONG_CHAT_MESSAGES;
			return rows;
		} finally {
			// The length is known only after reading: refund reads that were short, refused or failed.
			if (!isLong) await counter.refund(key);
		}
	};
}
