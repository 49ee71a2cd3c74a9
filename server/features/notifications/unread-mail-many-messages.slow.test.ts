import { expect, test } from 'vitest';
import type { Room } from '#contract/chat/room-id.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';
import { mailUnread } from './mails.ts';

const t = await openApp();

test('unread messages in 11,000 chats are each mailed once, even if two jobs run at the same time', async () => {
	const seller = await t.student({ emailConfirmedAt: new Date() });
	const buyer = await t.student();
	await t.db.execute(sql`
		with new_items as (
			insert into items (seller_id, title, description, price, category)
			select ${seller.id}, 'Book', 'Old', 10, 'Books' from generate_series(1, 11000) returning id
		), chats as (
			insert into conversations (item_id, buyer_id) select id, ${buyer.id} from new_items returning *
		), buyers as (
			insert into participants (item_id, buyer_id, user_id)
			select item_id, buyer_id, buyer_id from chats
		), sent as (
			insert into messages (item_id, buyer_id, sender_id, body, created_at)
			select item_id, buyer_id, buyer_id, 'Hi', now() - interval '1 hour' from chats returning *
		)
		insert into participants (item_id, buyer_id, user_id, last_message_id, last_received_id)
		select item_id, buyer_id, ${seller.id}::int, id, id from sent`);

	const run = () => mailUnread({ db: t.db, addTask: t.queue.addTask });
	await Promise.all([run(), run()]);

	const { rows } = await t.db.execute<{ data: { chats?: Room[] } }>(
		sql`select data from pgboss.job where name = 'notice-mail'`,
	);
	const chats = rows.flatMap(({ data }) => data.chats ?? []);
	expect(chats).toHaveLength(11000);
	expect(new Set(chats.map((chat) => JSON.stringify(chat))).size).toBe(11000);
});
