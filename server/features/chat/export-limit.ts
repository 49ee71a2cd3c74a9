import type { FastifyReply } from 'fastify';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { tooManyError } from '#server/http/too-many-error.ts';

/** Messages from which on a chat is long; one of thousands takes a fifth of a second to write down. */
export const LONG_CHAT_MESSAGES = 500;
/** Long chats that one person may read as a whole within a minute; in pages, as our own do, they are read like anything else. */
export const LONG_CHATS_PER_MINUTE = 20;

/** @throws Refusal too_many, with Retry-After */
export type ReadFullChat = <Row>(
	reader: { userId: number; reply: FastifyReply },
	read: () => Promise<Row[]>,
) => Promise<Row[]>;

/** Reads whole chats, and of long ones only so many for each person. */
export function limitFullExports(isEnabled: boolean, openCounter: OpenCounter): ReadFullChat {
	if (!isEnabled) return (_reader, read) => read();
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
			// How long a chat is shows once it is read: what was short, refused or failed is not counted after all.
			if (!isLong) await counter.refund(key);
		}
	};
}
