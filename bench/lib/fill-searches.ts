import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { compileOutdated } from '#server/features/searches/jobs.ts';

/** Saved searches of each person. */
const PER_PERSON = 10;

/**
 * Inserts people with saved searches. Each search has one to three words of a random title. A third of them also have the
 * category of that title, and half have a price limit. Of five alerts, one is instant, three are daily and one is
 * off.
 */
export async function insertSearches(db: Db, count: number): Promise<void> {
	await db.execute(sql`
		insert into users (id, user_name, email)
		select nextval('market_number')::int, 'Searcher', 'searcher-' || number || '@campus.example'
		from generate_series(1, ${Math.ceil(count / PER_PERSON)}::int) as number`);
	await db.execute(sql`
		with owner as (
			select id, row_number() over (order by id) - 1 as place from users where user_name = 'Searcher'
		), titled as (
			select title, category, row_number() over (order by random()) - 1 as place from items limit 20000
		)
		insert into saved_searches
			(user_id, words, category_id, category_name, max_price, alert, word_query, compiled_with)
		select owner.id, picked.words, kind.id, kind.name,
			case when number % 2 = 0 then 200 + number % 3000 end,
			(array['instant', 'daily', 'daily', 'daily', 'off'])[number % 5 + 1], ''::tsquery, ''
		from generate_series(0, ${count}::int - 1) as number
		join owner on owner.place = number / ${PER_PERSON}
		join titled on titled.place = number % (select count(*) from titled)
		cross join lateral (
			select left(string_agg(word, ' '), 200) as words from (
				select word from regexp_split_to_table(titled.title, '\\s+') as word
				where word ~ '^[[:alpha:]]{2,}$' order by md5(word || number) limit number % 3 + 1
			) as chosen
		) as picked
		left join categories kind on number % 3 = 0 and kind.name = titled.category
		where picked.words is not null
		on conflict do nothing`);
	// Inserted with an empty `compiled_with`, the searches count as outdated.
	let isOutdated = true;
	while (isOutdated) {
		isOutdated = false;
		await compileOutdated({
			db,
			// On a server this would queue a task that compiles the rest; here the loop goes on.
			addTask: async () => {
				isOutdated = true;
			},
		});
	}
	// Vacuumed as on a running site.
	await db.execute(sql`vacuum (analyze) saved_searches`);
}
