import * as z from 'zod/mini';
import { phoneNumber } from '#contract/auth/person-fields.ts';
import { id } from '#contract/core/schemas.ts';
import type { Db } from '#server/db/client.ts';
import { eq, or, type SQL, sql } from '#server/db/drizzle.ts';
import { containsPattern } from '#server/db/expressions.ts';
import { users } from '#server/db/schema/users.ts';
import { normalizePhone } from '#server/lib/phones.ts';

interface FoundUser {
	id: number;
	userName: string;
	email: string | null;
	bannedAt: Date | null;
}

/** The name in lower case, by which users are sorted and searched. */
export const NAME_KEY = sql`lower(${users.userName})`;

/**
 * Users whose name or email address contains the text, newest first. Users whose id or phone number is the text come
 * before them.
 */
export function findUsers(db: Db, search: string, limit: number): Promise<FoundUser[]> {
	// No user has the id 0.
	const exactMatch = matchesIdOrPhone(search) ?? sql`${users.id} = 0`;
	return db
		.select({
			id: users.id,
			userName: users.userName,
			email: users.email,
			bannedAt: users.bannedAt,
		})
		.from(users)
		.where(
			sql`${users.id} in (
				(select ${users.id} from ${users} where ${exactMatch} and ${users.deletedAt} is null)
				union all
				(select ${users.id} from ${users} where ${matchesUser(search)} and ${users.deletedAt} is null order by ${users.id} desc limit ${limit}))`,
		)
		.orderBy(sql`(${exactMatch}) is true desc, ${users.id} desc`)
		.limit(limit);
}

/**
 * SQL condition: the text is in the name or the address, or is the id or phone number. It repeats the expressions of
 * the indexes word for word.
 */
export function matchesUser(search: string): SQL {
	const textConditions = withEachApostrophe(search).flatMap((spelling) => {
		const pattern = containsPattern(spelling);
		return [sql`normalize(${NAME_KEY}) like ${pattern}`, sql`${users.email} like ${pattern}`];
	});
	return sql`(${or(...textConditions, matchesIdOrPhone(search))})`;
}

/** The text with straight and with typographic apostrophes, because names are indexed as they were typed. */
function withEachApostrophe(text: string): string[] {
	return [...new Set(["'", '’'].map((apostrophe) => text.replace(/['‘’ʼ]/g, apostrophe)))];
}

/** Exact id or phone number only, so that an index finds them. Undefined when the text can be neither. */
function matchesIdOrPhone(search: string): SQL | undefined {
	const [number, phone] = [parseIdInput(search), parsePhoneInput(search)];
	return or(
		number === undefined ? undefined : eq(users.id, number),
		phone === undefined ? undefined : eq(users.phone, phone),
	);
}

/** The id of a user, an item or a report, when the search text is only a number. */
export function parseIdInput(input: string): number | undefined {
	return z.safeParse(id, input).data;
}

/** A phone number in E.164, when the search text is only a phone number. */
function parsePhoneInput(input: string): string | undefined {
	const typed = z.safeParse(phoneNumber, input).data;
	return typed === undefined ? undefined : normalizePhone(typed);
}
