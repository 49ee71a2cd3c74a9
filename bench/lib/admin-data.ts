import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { fillWithItems } from '#tools/seed/fill.ts';
import { FAMILY_NAMES, GIVEN_NAMES } from '#tools/seed/sentences.ts';
import { countRows, type FillContext } from './fill-database.ts';
import type { Log } from './scenario.ts';

/** The number of rows of each table. */
export interface Volumes {
	items: number;
	users: number;
	item_reports: number;
	user_reports: number;
	feedback: number;
	announcements: number;
	audit_log: number;
}

/** The volumes of all tables in proportion to the number of items. */
export function volumesFor(items: number): Volumes {
	return {
		items,
		users: Math.ceil(items / 10),
		item_reports: Math.ceil(items / 20),
		user_reports: Math.ceil(items / 20),
		feedback: Math.ceil(items / 50),
		announcements: Math.ceil(items / 20),
		audit_log: items,
	};
}

/** Audit entries per transaction. Each entry updates the same row, which gets slower the longer the transaction is. */
const AUDIT_BATCH = 1000;

/** Fills a database up to the volumes; existing rows stay. */
export async function fillAdminData(
	{ db, store, adminId }: FillContext,
	volumes: Volumes,
	log: Log,
): Promise<void> {
	const countMissing = async (table: keyof Volumes) =>
		volumes[table] - (await countRows(db, table));
	const items = await countMissing('items');
	if (items > 0) {
		await fillWithItems({ db, store }, items, log);
		await banItems(db);
	}
	for (const [table, fill] of Object.entries(FILL_FUNCTIONS) as [
		keyof typeof FILL_FUNCTIONS,
		FillFunction,
	][]) {
		const count = await countMissing(table);
		if (count <= 0) continue;
		await db.transaction((tx) => fill(tx, count, adminId));
		await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
		log(`Filled: ${table}`);
	}
	await fillAudit(db, volumes.audit_log, adminId, log);
}

/** Bans one item in a thousand. */
async function banItems(db: Db): Promise<void> {
	await db.execute(sql`
		update items set banned_at = now(), ban_reason = 'Not as shown.'
		where id % 1000 = 0 and banned_at is null and sold_at is null`);
}

type FillFunction = (tx: Db, count: number, adminId: number) => Promise<unknown>;

const FILL_FUNCTIONS = {
	users: insertUsers,
	item_reports: insertItemReports,
	user_reports: insertUserReports,
	feedback: insertFeedback,
	announcements: insertAnnouncements,
} satisfies Record<string, FillFunction>;

/** A pseudo-random integer from 0 to below `size`, always the same for the same `n`. */
const pseudoRandom = (size: SQL | number, salt: number) =>
	sql`((hashint8extended(n, ${salt}) & 2147483647) % ${size})`;

/** A pseudo-random one of the words, always the same for the same `n`. */
const pickPseudoRandom = (words: readonly string[], salt: number) =>
	sql`(${JSON.stringify(words)}::jsonb ->> ${pseudoRandom(words.length, salt)}::int)`;

async function insertUsers(tx: Db, count: number): Promise<void> {
	await tx.execute(sql`
		insert into users (user_name, email, created_at, verified_at, verified_by, banned_at, ban_reason)
		select ${pickPseudoRandom(GIVEN_NAMES, 1)} || ' ' || ${pickPseudoRandom(FAMILY_NAMES, 2)},
			'office-' || gen_random_uuid() || '@students.example',
			now() - interval '2 years' * (1 - n::float8 / ${count}::int),
			case when ${pseudoRandom(10, 3)} < 4 then now() end, case when ${pseudoRandom(10, 3)} < 4 then 'admin' end,
			case when ${pseudoRandom(500, 4)} = 0 then now() end, case when ${pseudoRandom(500, 4)} = 0 then 'Spam.' end
		from generate_series(1::bigint, ${count}::bigint) as n`);
}

/** Numbers users and items without gaps, so that random ones can be joined. */
async function numberUsersAndItems(tx: Db): Promise<void> {
	for (const table of ['users', 'items']) {
		const numbered = sql.identifier(`numbered_${table}`);
		await tx.execute(sql`
			create temp table ${numbered} on commit drop as
				select id, row_number() over (order by id) - 1 as number from ${sql.identifier(table)}`);
		await tx.execute(sql`create unique index on ${numbered} (number)`);
		await tx.execute(sql`analyze ${numbered}`);
	}
}

const USERS = sql`(select count(*) from numbered_users)`;
const ITEMS = sql`(select count(*) from numbered_items)`;

/** The decision columns of a report: one in ten is pending; `n` grows with time. */
const decisionColumns = (adminId: number, actions: readonly string[], count: number) => sql`
	case when ${pseudoRandom(10, 5)} = 0 then 'pending' when ${pseudoRandom(10, 5)} < 7 then 'resolved' else 'dismissed' end,
	case when ${pseudoRandom(10, 5)} between 1 and 6 then ${pickPseudoRandom(actions, 6)} end,
	case when ${pseudoRandom(10, 5)} > 0 then ${adminId}::int end, case when ${pseudoRandom(10, 5)} > 0 then now() end,
	now() - interval '1 year' * (1 - n::float8 / ${count}::int)`;

async function insertItemReports(tx: Db, count: number, adminId: number): Promise<void> {
	await numberUsersAndItems(tx);
	await tx.execute(sql`
		insert into item_reports (reporter_id, item_id, complaint, type, status, action, resolved_by, resolved_at, created_at)
		select reporter.id, item.id, 'It is not as it was shown, number ' || n,
			${pickPseudoRandom(['spam', 'inappropriate', 'fraud', 'other'], 7)},
			${decisionColumns(adminId, ['none', 'item_banned', 'user_warned', 'user_banned'], count)}
		from generate_series(1::bigint, ${count}::bigint) as n
		join numbered_users reporter on reporter.number = ${pseudoRandom(USERS, 8)}
		join numbered_items item on item.number = ${pseudoRandom(ITEMS, 9)}
		order by n`);
}

async function insertUserReports(tx: Db, count: number, adminId: number): Promise<void> {
	await numberUsersAndItems(tx);
	await tx.execute(sql`
		insert into user_reports
			(reporter_id, reported_id, complaint, type, status, action, resolved_by, resolved_at, created_at)
		select reporter.id, reported.id, 'They never came to the library, number ' || n,
			${pickPseudoRandom(['harassment', 'spam', 'inappropriate_behavior', 'scam', 'fake_profile', 'other'], 7)},
			${decisionColumns(adminId, ['none', 'user_warned', 'user_banned'], count)}
		from generate_series(1::bigint, ${count}::bigint) as n
		join numbered_users reporter on reporter.number = ${pseudoRandom(USERS, 8)}
		join numbered_users reported on reported.number = (reporter.number + 1) % ${USERS}
		order by n`);
}

async function insertFeedback(tx: Db, count: number, adminId: number): Promise<void> {
	const status = sql`case ${pseudoRandom(10, 5)} when 0 then 'pending' when 1 then 'rejected' else 'approved' end`;
	await tx.execute(sql`
		insert into feedback
			(name, email, rating, category, feedback, status, is_public, reviewed_by, reviewed_at, created_at)
		select ${pickPseudoRandom(GIVEN_NAMES, 1)}, 'said-' || n || '@students.example', 1 + ${pseudoRandom(5, 2)},
			${pickPseudoRandom(['general', 'product', 'service', 'suggestion'], 3)},
			'Sold my ' || ${pickPseudoRandom(['drafter', 'bicycle', 'calculator', 'guitar'], 4)} || ' in ' || n || ' hours.',
			${status}, ${status} = 'approved', case when ${status} <> 'pending' then ${adminId}::int end,
			case when ${status} <> 'pending' then now() end,
			now() - interval '1 year' * (1 - n::float8 / ${count}::int)
		from generate_series(1::bigint, ${count}::bigint) as n`);
}

async function insertAnnouncements(tx: Db, count: number): Promise<void> {
	await tx.execute(sql`
		insert into announcements (title, message, type, target, delivered_at, created_at)
		select 'News ' || n, 'What is told to administrators, number ' || n,
			${pickPseudoRandom(['info', 'warning', 'success', 'error'], 1)}, 'admins', now(),
			now() - interval '1 year' * (1 - n::float8 / ${count}::int)
		from generate_series(1::bigint, ${count}::bigint) as n`);
}

/** The table's trigger sets ids and hashes, so that the hash chain is valid. */
async function fillAudit(db: Db, count: number, adminId: number, log: Log): Promise<void> {
	const { rows } = await db.execute<{ id: number }>(
		sql`select coalesce(max(id), 0)::int as id from audit_log`,
	);
	for (let done = rows[0]?.id ?? 0; done < count; done += AUDIT_BATCH) {
		await db.execute(auditBatch(done + 1, Math.min(count, done + AUDIT_BATCH), count, adminId));
		if (done % 100_000 < AUDIT_BATCH) log(`Audit entries: ${done} of ${count}`);
	}
	await db.execute(sql`vacuum (analyze) audit_log`);
	await db.execute(sql`vacuum (analyze) audit_head`);
}

const ACTIONS = ['VIEW_USERS', 'VIEW_ITEMS', 'VIEW_REPORTS', 'USER_VERIFIED', 'ITEM_BANNED'];

/** Entries of the last 120 days. */
function auditBatch(from: number, to: number, count: number, adminId: number): SQL {
	return sql`
		insert into audit_log (at, admin_id, action, target, severity, ip_address, details)
		select now() - interval '120 days' * (1 - n::float8 / ${count}::int), ${adminId}::int, action,
			case when action like 'VIEW%' then lower(substr(action, 6))
				when action = 'ITEM_BANNED' then 'item ' || n else 'user ' || n end,
			case action when 'ITEM_BANNED' then 'HIGH' when 'USER_VERIFIED' then 'MEDIUM' else 'LOW' end,
			'10.0.' || n % 256 || '.7', case when action like 'VIEW%' then 'page ' || n % 90 else 'Not as shown.' end
		from generate_series(${from}::bigint, ${to}::bigint) as n
		cross join lateral (select ${pickPseudoRandom(ACTIONS, 1)} as action) as chosen
		order by n`;
}
