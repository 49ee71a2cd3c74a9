import { type SQL, sql } from 'drizzle-orm';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { messages } from '#server/db/schema/chats.ts';
import { MESSAGE_PHOTOS } from '#server/features/chat/photos/queries.ts';

/**
 * SQL that selects the last message that a participant received from the other side of a chat, with its text (`words`).
 * Messages about steps of a deal do not count: each step has a notification of its own.
 * @param participant alias of the participant's row
 */
export function lastReceivedMessage(participant: string): SQL {
	const side = sql.identifier(participant);
	return sql`
		select id, sender_id, created_at, body is null and photos is null as is_erased, coalesce(body, case
			when photos is not null then ${CHAT_MESSAGES.photo}
			when photo_count > 0 then ${CHAT_MESSAGES.erasedPhoto}
			else ${CHAT_MESSAGES.erased} end) as words
		from (
			select id, sender_id, body, photo_count, created_at, ${MESSAGE_PHOTOS} as photos
			from ${messages}
			where item_id = ${side}.item_id and buyer_id = ${side}.buyer_id and id <= ${side}.last_received_id
				and sender_id <> ${side}.user_id and not is_withheld and event is null
			order by id desc limit 1
		) newest`;
}
