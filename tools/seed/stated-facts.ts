import { type SQL, sql } from 'drizzle-orm';
import type { InitialCategory } from '#contract/catalogue/facts.ts';
import { CONDITIONS, type Condition } from '#contract/items/facts.ts';

/* SQL for the facts that sellers state about items: condition, detail fields and subjects. */

/** The share of items that are free. */
export const FREE_SHARE = 0.02;
/** The conditions of items, the most frequent first. */
const CONDITIONS_BY_FREQUENCY: readonly Condition[] = [
	'good',
	'like-new',
	'fair',
	...CONDITIONS.filter((condition) => !['good', 'like-new', 'fair'].includes(condition)),
];
const NO_CONDITION_SHARE = 0.2;
/** The share of each category's items that name a subject. One in five of these names a second subject. */
const SUBJECT_SHARES: Partial<Record<InitialCategory, number>> = {
	Books: 0.7,
	PYQs: 0.9,
	Electronics: 0.1,
	Instruments: 0.1,
};
const SECOND_SUBJECT_SHARE = 0.2;

/** SQL for the condition of item number `n`; question papers have none. */
export const conditionSql = sql`
	case when ranked.category <> 'PYQs' and pg_temp.chance(n, 26) >= ${NO_CONDITION_SHARE} then
		(array[${literals(CONDITIONS_BY_FREQUENCY)}])[pg_temp.rank(n, 27, ${CONDITIONS.length})] end`;

/** SQL for the detail fields of item number `n`; their keys are those of migration 0026. */
export const detailsSql = sql`
	case ranked.category
		when 'Books' then jsonb_build_object('author', maker.word)
		when 'Electronics' then
			jsonb_build_object('brand', maker.word, 'works', case when pg_temp.chance(n, 28) < 0.9 then 'yes' else 'no' end)
		when 'PYQs' then jsonb_build_object('exam', case when pg_temp.chance(n, 28) < 0.5 then 'Mid-semester' else 'End-semester' end)
		when 'Instruments' then jsonb_build_object('brand', maker.word)
		else '{}' end`;

/** SQL for the codes of the subjects that item number `n` names, from `seed_subjects`. */
export const subjectsSql = sql`
	case when pg_temp.chance(n, 29) < case ranked.category ${sql.join(subjectCases(), sql` `)} else 0 end
		then (
			select array_agg(distinct code) from seed_subjects
			where rank = ${subjectRank(30)}
				or pg_temp.chance(n, 31) < ${SECOND_SUBJECT_SHARE} and rank = ${subjectRank(32)})
		else '{}' end`;

function subjectCases(): SQL[] {
	return Object.entries(SUBJECT_SHARES).map(
		([category, share]) => sql`when ${category} then ${share}::float8`,
	);
}

function subjectRank(salt: number): SQL {
	return sql`pg_temp.rank(n, ${salt}, (select count(*) from seed_subjects))`;
}

function literals(values: readonly string[]): SQL {
	return sql.join(
		values.map((value) => sql`${value}`),
		sql`, `,
	);
}
