import { type CastingContext, type Options, stringify } from 'csv-stringify/sync';
import type { FastifyRequest } from 'fastify';
import type { DeclaredError } from '#contract/core/errors.ts';
import { PAGING_LIMITS, type Pagination, paginationOf } from '#contract/core/paging.ts';
import { type AuditEntry, actorOf, logAudit } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { type PgColumn, type PgTable, type SQL, sql } from '#server/db/drizzle.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AdminDeps } from './deps.ts';

/** The values of a list's query. */
type Query = Readonly<Record<string, string | number | boolean | undefined>>;
type Sorted = { sort?: string | undefined };
type Paged = { page: number; limit: number };

/** The rows of one table that a query lists, and how they are read. */
export interface Listing<Filters extends Query, Row extends { id: number }> {
	table: PgTable & { id: PgColumn };
	/** Which rows are listed. It may ask the database first, for example whom a search text names. */
	where: (filters: Filters, db: Db) => SQL | undefined | Promise<SQL | undefined>;
	/** The orders by the names that `sort` has in the query; a query without it lists the newest first. */
	orders: Readonly<Record<string, SQL>> & { newest: SQL };
	/** Reads the rows with these ids, at least one and each once, in any order. */
	read: (db: Db, ids: readonly number[]) => Promise<Row[]>;
}

/** The condition of a filter; undefined, which `and` leaves out, while the filter is not set. */
export function ifSet<Value, Condition>(
	value: Value | undefined,
	conditionFor: (value: Value) => Condition,
): Condition | undefined {
	return value === undefined ? undefined : conditionFor(value);
}

/** Row ids are 32-bit integers: no list has a row after this one. */
const LAST_ROW = 2_147_483_647;

/**
 * One page of a list. Up to the count limit, all matches are counted with each page. Beyond the limit, one row more
 * than the page is read, which tells whether a next page exists (decision 21).
 */
export async function findPage<Filters extends Query, Row extends { id: number }>(
	db: Db,
	listing: Listing<Filters, Row>,
	query: Filters & Sorted & Paged,
): Promise<{ rows: Row[]; pagination: Pagination }> {
	const { page, limit } = query;
	const end = Math.min(page * limit, LAST_ROW);
	const start = end - limit;
	const size = Math.max(end, PAGING_LIMITS.countLimit) + 1;
	// One statement for the total and the ids, so that the filters are evaluated once.
	const { rows: counted } = await db.execute<{ count: number; ids: number[] | null }>(sql`
		select count(*)::int as count, to_json((array_agg(id))[${start + 1}::int:${end}::int]) as ids
		from (${await selectIds(db, listing, query)} limit ${size}) as first`);
	const { count = 0, ids } = counted[0] ?? {};
	const rows = await readInOrder(db, listing, ids ?? []);
	const found = rows.length > 0 ? count : Math.min(count, PAGING_LIMITS.countLimit + 1);
	return { rows, pagination: paginationOf(page, limit, found) };
}

/**
 * All rows of a list in batches, for an export. The ids are read at once, so that no row is missing or listed twice
 * when it changes meanwhile. A batch is read only after the one before was sent, so that a slow download holds no
 * transaction open.
 */
export async function* streamRows<Filters extends Query, Row extends { id: number }>(
	db: Db,
	listing: Listing<Filters, Row>,
	filters: Filters & Sorted,
	batchSize = EXPORT_BATCH_SIZE,
): AsyncIterable<Row[]> {
	const { rows } = await db.execute<{ ids: number[] | null }>(sql`
		select json_agg(id) as ids from (${await selectIds(db, listing, filters)}) as listed`);
	const ids = rows[0]?.ids ?? [];
	for (let start = 0; start < ids.length; start += batchSize)
		yield await readInOrder(db, listing, ids.slice(start, start + batchSize));
}

async function selectIds<Filters extends Query, Row extends { id: number }>(
	db: Db,
	{ table, where, orders }: Listing<Filters, Row>,
	filters: Filters & Sorted,
): Promise<SQL> {
	const order = orders[filters.sort ?? 'newest'] ?? orders.newest;
	const condition = (await where(filters, db)) ?? sql`true`;
	return sql`select ${table.id} as id from ${table} where ${condition} order by ${order}`;
}

async function readInOrder<Row extends { id: number }>(
	db: Db,
	{ read }: Pick<Listing<never, Row>, 'read'>,
	ids: readonly number[],
): Promise<Row[]> {
	if (ids.length === 0) return [];
	const rows = new Map((await read(db, ids)).map((row) => [row.id, row]));
	return ids.flatMap((id) => rows.get(id) ?? []);
}

/** A section of the back-office with a list: how its rows are listed, shown, exported and logged. */
export interface ListSection<Filters extends Query, Row extends { id: number }, Shown>
	extends Listing<Filters, Row> {
	/** One row by its id, if administrators may see it. */
	find: (db: Db, id: number) => Promise<Row | undefined>;
	notFound: DeclaredError;
	present: (row: Row) => Shown;
	/** The columns of the CSV export. */
	columns: readonly Column<Row>[];
	audit: {
		viewed: AuditEntry['action'];
		exported: AuditEntry['action'];
		/** The target of an entry about the list, and the first word of that about one row: `users`, `user` for `user 7`. */
		all: string;
		one: string;
	};
}

interface Call {
	request: FastifyRequest;
}

/** The handlers that every section with a list has. Each view and each export is logged. */
export function adminList<Filters extends Query, Row extends { id: number }, Shown>(
	{ db, backgroundDb, config }: AdminDeps,
	section: ListSection<Filters, Row, Shown>,
) {
	const { find, notFound, present, columns, audit } = section;
	return {
		async list({ query, request }: Call & { query: Filters & Sorted & Paged }) {
			const { rows, pagination } = await findPage(db, section, query);
			await logView(db, request, { action: audit.viewed, target: audit.all }, query);
			return { rows: rows.map(present), pagination };
		},

		async export({ query, request }: Call & { query: Filters & Sorted }) {
			await logView(db, request, { action: audit.exported, target: audit.all }, query);
			return generateCsv(columns, streamRows(backgroundDb, section, query), config.site.timeZone);
		},

		/** @throws AppError not_found */
		async one({ params: { id }, request }: Call & { params: { id: number } }) {
			const row = await find(db, id);
			if (!row) throw new AppError('not_found', notFound);
			const target = `${audit.one} ${id}`;
			await logAudit(db, actorOf(request), { action: audit.viewed, target });
			return row;
		},
	};
}

/** The default query of a list. */
const DEFAULTS: Query = { sort: 'newest', page: 1 };

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
	query: Query,
): Promise<void> {
	return logAudit(db, actorOf(request), { ...entry, details: describeView(query) });
}

/**
 * Describes the query of a list for the log: `searched, page 2`. The search text is `search` or `q`, depending on the
 * list. Left out are defaults, the page size, and `upTo`, which only keeps the pages stable.
 */
export function describeView({ q, search = q, page, limit, upTo, ...filters }: Query): string {
	const filterTexts = Object.entries({ ...filters, page })
		.filter(([name, value]) => value !== undefined && value !== DEFAULTS[name])
		.map(([name, value]) => `${name} ${typeof value === 'string' ? `"${value}"` : value}`);
	return [...(search === undefined ? [] : [SEARCHED]), ...filterTexts].join(', ');
}

/** A share in percent with one decimal; 0 when the whole is 0. */
export function percent(part: number, whole: number): number {
	return whole === 0 ? 0 : toOneDecimal((100 * part) / whole);
}

export function toOneDecimal(value: number): number {
	return Math.round(value * 10) / 10;
}

/** A column of a CSV export. */
export interface Column<Row> {
	title: string;
	/** A Date is written in the time zone of the college. */
	value: (row: Row) => string | number | Date | null;
	/** Phone numbers in E.164 begin with `+`, but are not escaped as formulas; any other text of the column is. */
	isPhoneNumber?: true;
}

/**
 * RFC 4180, and an apostrophe before a text that spreadsheets would calculate as a formula. Any user can write such a
 * text (`=1+1`).
 */
const CSV_OPTIONS: Options = {
	record_delimiter: 'windows',
	// The library quotes fields with CR LF by itself, but not fields with a lone CR or LF.
	quoted_match: /[\r\n]/,
	escape_formulas: true,
};

const E164_PATTERN = /^\+[1-9]\d{5,14}$/;

/** Rows of an export that are read at a time. */
const EXPORT_BATCH_SIZE = 1000;

/** A CSV file in chunks, its header first: at most one batch of rows is in memory at a time. */
export async function* generateCsv<Row>(
	columns: readonly Column<Row>[],
	batches: AsyncIterable<readonly Row[]>,
	timeZone: string,
): AsyncIterable<string> {
	// Sweden writes '2026-11-18 16:30:05', which every spreadsheet reads as a moment.
	const moments = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'medium',
	});

	/** Called for each string, with the index of its column. */
	function castString(value: string, { index }: CastingContext) {
		const isPlain = columns[index]?.isPhoneNumber && E164_PATTERN.test(value);
		return isPlain ? { value, escape_formulas: false } : value;
	}

	// The byte order mark tells spreadsheets that the file is UTF-8.
	yield stringify([columns.map(({ title }) => title)], { ...CSV_OPTIONS, bom: true });
	for await (const rows of batches) {
		yield stringify(
			rows.map((row) => columns.map(({ value }) => value(row))),
			{ ...CSV_OPTIONS, cast: { string: castString, date: (value) => moments.format(value) } },
		);
	}
}

/** A yes-or-no value as exports show it. */
export function yesOrNo(value: boolean): 'yes' | 'no' {
	return value ? 'yes' : 'no';
}
