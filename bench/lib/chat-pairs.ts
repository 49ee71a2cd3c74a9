import { sql } from 'drizzle-orm';
import type { Room } from '#contract/chat/room-id.ts';
import { type Db, openPool } from '#server/db/client.ts';
import { createTokens } from '#server/features/auth/sessions/tokens.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import type { Environment } from './scenario.ts';

/** The secret with which a server under test signs access tokens. */
export const JWT_SECRET = 'the secret of the benchmarks, which is long enough';

export interface Member {
	id: number;
	token: string;
}

/** A buyer and a seller with a conversation about an item, in which the buyer has written one message. */
export interface Pair {
	room: Room;
	members: [buyer: Member, seller: Member];
}

type PairRow = {
	item_id: number;
	buyer_id: number;
	buyer_session: string;
	seller_id: number;
	seller_session: string;
};

/** Inserts pairs into the database of a server, whether or not it runs. */
export async function createPairs(
	{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Environment,
	count: number,
): Promise<Pair[]> {
	const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
	const { db, close } = openPool(database.url, (error) => {
		throw error;
	});
	try {
		return await insertPairs(db, count, JWT_SECRET);
	} finally {
		await close();
		await database.close();
	}
}

/**
 * Inserts pairs of signed-in users, each pair with an item and a conversation. A few statements insert all of them,
 * because a thousand sign-ups would take longer than the measurement.
 * @param secret signs the access tokens
 */
export async function insertPairs(db: Db, count: number, secret: string): Promise<Pair[]> {
	const rows = await db.transaction((tx) => insertRows(tx, count));
	const tokens = createTokens([secret]);
	const member = (id: number, sid: string) => ({ id, token: tokens.sign({ id, sid, ver: 1 }) });
	return rows.map((row) => ({
		room: { itemId: row.item_id, buyerId: row.buyer_id },
		members: [member(row.buyer_id, row.buyer_session), member(row.seller_id, row.seller_session)],
	}));
}

async function insertRows(tx: Db, count: number): Promise<PairRow[]> {
	await tx.execute(sql`
		create temporary table pairs on commit drop as
		select
			nextval('market_number')::int as buyer_id, gen_random_uuid() as buyer_session,
			nextval('market_number')::int as seller_id, gen_random_uuid() as seller_session,
			nextval('market_number')::int as item_id
		from generate_series(1, ${count}::int)`);
	await tx.execute(sql`
		create temporary view members as
		select item_id, buyer_id, buyer_id as id, buyer_session as session_id, 'Asha' as user_name from pairs
		union all
		select item_id, buyer_id, seller_id, seller_session, 'Ravi' from pairs`);
	await tx.execute(sql`
		insert into users (id, user_name, email)
		select id, user_name, 'talker-' || id || '@campus.example' from members`);
	await tx.execute(sql`
		insert into sessions (id, user_id, expires_at)
		select session_id, id, now() + interval '1 day' from members`);
	await tx.execute(sql`
		insert into items (id, seller_id, title, description, price, category)
		select item_id, seller_id, 'Casio fx-991ES Plus', 'All keys fine.', 850, 'Instruments' from pairs`);
	await tx.execute(sql`
		insert into conversations (item_id, buyer_id) select item_id, buyer_id from pairs`);
	await tx.execute(sql`
		with first as (
			insert into messages (item_id, buyer_id, sender_id, body)
			select item_id, buyer_id, buyer_id, 'Is it there?' from pairs
			returning id, item_id
		)
		insert into participants (item_id, buyer_id, user_id, last_message_id, last_received_id)
		select
			item_id, buyer_id, members.id, first.id,
			case when members.id = buyer_id then 0 else first.id end
		from members join first using (item_id)`);
	const { rows } = await tx.execute<PairRow>(sql`select * from pairs`);
	await tx.execute(sql`drop view members`);
	return rows;
}
