import { type SQL, sql } from 'drizzle-orm';
import { messages } from '#server/db/schema/chats.ts';

/**
 * Selects the last message that a participant has received from the other side in their chat. A message about a step of
 * a deal is none: the step has a notification of its own kind.
 * @param participant alias of the participant's row
 */
export function lastWords(participant: string): SQL {
	const side = sql.identifier(participant);
	return sql`
		select id, sender_id, body, created_at from ${messages}
		where item_id = ${side}.item_id and buyer_id = ${side}.buyer_id and id <= ${side}.last_received_id
			and sender_id <> ${side}.user_id and not is_withheld and event is null
		order by id desc limit 1`;
}
