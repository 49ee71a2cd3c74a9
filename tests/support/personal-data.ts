import { query } from './query.ts';

/** Words of ours in columns of text: they say nothing of anyone. */
const NOT_PERSONAL = new Set([
	'items.category',
	'one_time_links.purpose',
	'users.verified_by',
	'title_words.spelling',
]);

export interface PersonalColumn {
	table: string;
	column: string;
	/** Everything it holds of the person. */
	values: string[];
}

/** Tables that refer to people, or to what refers to people, with the condition under which a row is of the person `$1`. */
async function tablesOfPeople(url: string): Promise<Map<string, string>> {
	const keys = await query<{ from: string; column: string; to: string }>(
		url,
		`select conrelid::regclass::text as from, attname as column, confrelid::regclass::text as to
		from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
		where contype = 'f' and connamespace = 'public'::regnamespace`,
	);
	const conditions = new Map([['users', 'id = $1']]);
	for (let known = 0; known < conditions.size; ) {
		known = conditions.size;
		for (const { from, column, to } of keys) {
			const of = conditions.get(to);
			if (!of || conditions.has(from)) continue;
			const condition =
				to === 'users' ? `${column} = $1` : `${column} in (select id from ${to} where ${of})`;
			conditions.set(from, condition);
		}
	}
	return conditions;
}

/** Every column of text or of random ids in every row of a person, whatever tables there are by now. */
export async function personalColumns(url: string, userId: number): Promise<PersonalColumn[]> {
	const found: PersonalColumn[] = [];
	for (const [table, condition] of await tablesOfPeople(url)) {
		const columns = await query<{ name: string }>(
			url,
			`select column_name as name from information_schema.columns
			where table_schema = 'public' and table_name = $1
				and data_type in ('text', 'uuid', 'jsonb', 'json', 'inet', 'bytea', 'ARRAY', 'character varying')`,
			[table],
		);
		for (const { name: column } of columns) {
			if (NOT_PERSONAL.has(`${table}.${column}`)) continue;
			const rows = await query<{ value: string }>(
				url,
				`select ${column}::text as value from ${table} where ${condition} and ${column} is not null`,
				[userId],
			);
			found.push({ table, column, values: rows.map(({ value }) => value) });
		}
	}
	return found;
}

/** Every row of every table of every schema, as text, by table. */
export async function dumpAll(url: string): Promise<Map<string, string>> {
	const tables = await query<{ name: string }>(
		url,
		`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
		where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
	);
	const dump = new Map<string, string>();
	for (const { name } of tables) {
		const rows = await query<{ row: string }>(url, `select t::text as row from ${name} t`);
		dump.set(name, rows.map(({ row }) => row).join('\n'));
	}
	return dump;
}
