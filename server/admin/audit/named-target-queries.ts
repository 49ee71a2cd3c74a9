import { type SQL, sql } from 'drizzle-orm';
import { findUsers } from '#server/admin/kit/search-queries.ts';
import type { Db } from '#server/db/client.ts';
import { admins } from '#server/db/schema/admins.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';

/**
 * How many of the newest users, and of each kind of their newest reports, are searched for. A text that occurs in more names
 * hardly identifies a person.
 */
const NAMED_MAX = 500;

/**
 * Finds the users and administrators whom a text names. Returns the targets of audit entries about
 * them: these users and administrators, and the reports about and by these users. The log itself
 * stores no names.
 */
export async function findNamedTargets(db: Db, text: string | undefined): Promise<string[]> {
	if (text === undefined) return [];
	const users = await findUsers(db, text, NAMED_MAX);
	const ids = users.map(({ id }) => id);
	const isNamed = sql`= any(${sql.param(ids)}::int[])`;
	const { rows } = await db.execute<{ target: string }>(sql`
		select 'admin ' || ${admins.id} as target from ${admins}
		where ${isAdminNamed(text)}
		union all (select 'report ' || id from ${itemReports} where reporter_id ${isNamed} order by id desc limit ${NAMED_MAX})
		union all (select 'user report ' || id from ${userReports} where reporter_id ${isNamed} order by id desc limit ${NAMED_MAX})
		union all (select 'user report ' || id from ${userReports} where reported_id ${isNamed} order by id desc limit ${NAMED_MAX})
		union all (select 'wanted report ' || id from ${wantedReports} where reporter_id ${isNamed} order by id desc limit ${NAMED_MAX})
		union all (select 'review report ' || id from ${reviewReports} where reporter_id ${isNamed} order by id desc limit ${NAMED_MAX})`);
	return [...ids.map((id) => `user ${id}`), ...rows.map(({ target }) => target)];
}

/** SQL condition: the text is in the name or the email address of an administrator, in any letter case. */
export function isAdminNamed(text: string): SQL {
	const searched = sql`lower(${text}::text)`;
	return sql`(position(${searched} in lower(${admins.username})) > 0 or position(${searched} in ${admins.email}) > 0)`;
}
