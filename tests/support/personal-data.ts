import { query, withConnection } from './query.ts';

/** The columns of these tables, as `table.column`. */
const columnsOf = (tables: Record<string, string>) =>
	Object.entries(tables).flatMap(([table, columns]) =>
		columns.split(' ').map((column) => `${table}.${column}`),
	);

/** Columns without personal data: their values come from the code or from the catalogue. */
const NOT_PERSONAL = columnsOf({
	deal_reviews: 'role tags',
	// A place for a hand-over in own words is exported and erased, but as a part of a value (deals/handover.slow.test.ts).
	deals: 'calendar counts handover hold missed offer past place',
	feedback: 'category status',
	items: 'category condition subjects',
	messages: 'event',
	notice_choices: 'kind',
	notices: 'kind report_kind',
	one_time_links: 'purpose',
	// The ids are those of messages, which are exported and erased themselves.
	reports: 'action kind read_message_ids status type',
	saved_searches: 'alert branch category_name compiled_with conditions subject',
	studies: 'branch_code',
	title_words: 'spelling',
	users: 'verified_by',
	wanted_posts: 'category subject',
});

/** Columns of a user's rows that others have written. Erasing the account does not change them. */
const WRITTEN_BY_OTHERS = columnsOf({
	// By the reviewed person.
	deal_reviews: 'answer',
	feedback: 'admin_notes',
	reports: 'admin_notes',
});

/** Columns that are exported and not erased with the account: its reviews of others remain, under the name ‘Deleted user’. */
const KEPT_WHEN_ERASED = columnsOf({ deal_reviews: 'text' });

/** Columns derived from other columns. The export contains only the source; erasure is checked in these columns, too. */
const DERIVED = columnsOf({
	// The export has the notification's text, which names the items, and the page that the notification links to.
	notices: 'item_ids mailed_about',
	reports: 'words',
	saved_searches: 'words_key',
	wanted_posts: 'spelling',
});

/** The owner of a row whose table references users more than once: a report about a user belongs to its reporter. */
const OWNERS: Record<string, string> = {
	blocks: 'blocker_id',
	deals: 'buyer_id',
	deal_reviews: 'writer_id',
	missed_handovers: 'user_id',
	reports: 'reporter_id',
};

const EXCLUDED = new Set([NOT_PERSONAL, WRITTEN_BY_OTHERS, KEPT_WHEN_ERASED, DERIVED].flat());

/** A column that can hold data of a user. */
export interface PersonalColumn {
	table: string;
	column: string;
	/** All values of the column in rows of the user. */
	values: string[];
}

/** One column of a foreign key, and what it references. */
interface Reference {
	from: string;
	column: string;
	to: string;
	target: string;
}

/** Tables that reference users, directly or not, with the condition that selects the rows of the user `$1`. */
async function conditionsByTable(url: string): Promise<Map<string, string>> {
	const references = await query<Reference>(
		url,
		`select conrelid::regclass::text as from, own.attname as column,
			confrelid::regclass::text as to, theirs.attname as target
		from pg_constraint cross join unnest(conkey, confkey) as key (own, theirs)
		join pg_attribute own on own.attrelid = conrelid and own.attnum = key.own
		join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = key.theirs
		where contype = 'f' and connamespace = 'public'::regnamespace`,
	);
	const conditions = new Map<string, string>();
	for (const [table, column] of ownerColumns(references)) conditions.set(table, `${column} = $1`);
	for (let previousSize = 0; previousSize < conditions.size; ) {
		previousSize = conditions.size;
		for (const { from, column, to, target } of references) {
			const parentCondition = conditions.get(to);
			if (!parentCondition || target !== 'id' || conditions.has(from)) continue;
			conditions.set(from, `${column} in (select id from ${to} where ${parentCondition})`);
		}
	}
	return conditions;
}

/** The column of each table that determines a row's owner: it references a user, or another owned row. */
function ownerColumns(references: readonly Reference[]): Map<string, string> {
	const owners = new Map([['users', 'id']]);
	for (let previousSize = 0; previousSize < owners.size; ) {
		previousSize = owners.size;
		const leading = references.filter(
			({ from, to, target }) => !owners.has(from) && owners.get(to) === target,
		);
		for (const [table, candidates] of Map.groupBy(leading, ({ from }) => from)) {
			const columns = candidates.map(({ column }) => column);
			const [owner, ...others] = columns.filter((column) => column === (OWNERS[table] ?? column));
			if (!owner || others.length > 0) throw new Error(`Say in OWNERS whose a row of ${table} is.`);
			owners.set(table, owner);
		}
	}
	return owners;
}

/** Every column of text or random ids in every row of a user, for whatever tables exist. */
export async function personalColumns(url: string, userId: number): Promise<PersonalColumn[]> {
	const conditions = await conditionsByTable(url);
	return withConnection(url, async (run) => {
		const columns = await run<{ table: string; column: string; type: string }>(
			`select table_name as table, column_name as column, data_type as type from information_schema.columns
			where table_schema = 'public' and table_name = any($1)
				and data_type in ('text', 'uuid', 'jsonb', 'json', 'inet', 'bytea', 'ARRAY', 'character varying')`,
			[[...conditions.keys()]],
		);
		const columnsOfUser: PersonalColumn[] = [];
		for (const { table, column, type } of columns) {
			if (EXCLUDED.has(`${table}.${column}`)) continue;
			const [value, from] =
				type === 'jsonb'
					? ['each.value', `${table}, jsonb_each_text(${column}) as each`]
					: [`${column}::text`, table];
			const rows = await run<{ value: string }>(
				`select ${value} as value from ${from} where ${conditions.get(table)} and ${column} is not null`,
				[userId],
			);
			columnsOfUser.push({ table, column, values: rows.map((row) => row.value) });
		}
		return columnsOfUser;
	});
}

/** Every row of every table of every schema, as text, by table. */
export function dumpAll(url: string): Promise<Map<string, string>> {
	return withConnection(url, async (run) => {
		const tables = await run<{ name: string }>(
			`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
			where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
		);
		const dump = new Map<string, string>();
		for (const { name } of tables) {
			// A row cast to text has doubled quotes within JSON.
			const rows = await run<{ row: string }>(
				`select replace(t::text, '""', '"') as row from ${name} t`,
			);
			dump.set(name, rows.map(({ row }) => row).join('\n'));
		}
		return dump;
	});
}
