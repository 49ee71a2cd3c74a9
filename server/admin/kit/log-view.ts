import type { FastifyRequest } from 'fastify';
import { type AuditEntry, actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';

type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** The default query of a list. */
const DEFAULTS: QueryValues = { sort: 'newest', page: 1 };

/**
 * Logged instead of the search text, which may be somebody's name or address. Nothing is ever deleted from the log, and
 * it names people by id only.
 */
const SEARCHED = 'searched';

/** Logs that an administrator viewed or exported a list, with its query. */
export function logView(
	db: Db,
	request: FastifyRequest,
	entry: Pick<AuditEntry, 'action' | 'target'>,
	query: QueryValues,
): Promise<void> {
	return logAudit(db, actorOf(request), { ...entry, details: describeView(query) });
}

/**
 * Describes the query of a list for the log: `searched, page 2`. The search text is `search` or `q`, depending on the
 * list. Left out are defaults, the page size, and `upTo`, which only keeps the pages stable.
 */
export function describeView({
	q,
	search = q,
	page,
	limit,
	upTo,
	...filters
}: QueryValues): string {
	const filterTexts = Object.entries({ ...filters, page })
		.filter(([name, value]) => value !== undefined && value !== DEFAULTS[name])
		.map(([name, value]) => `${name} ${typeof value === 'string' ? `"${value}"` : value}`);
	return [...(search === undefined ? [] : [SEARCHED]), ...filterTexts].join(', ');
}
