-- Finding: words and category from one index, and misspelt words by the neighbours they have among titles.

CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- How a word is spelt, for comparing: Latin letters and digits only, so that a hyphen is no difference. Devanagari is
-- written by its sound, because pg_trgm sees no letters in it where the database's locale is C; "kitab" then also comes
-- near the Hindi word.
CREATE FUNCTION spelling_of(word text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN regexp_replace(
		translate(
			lower(without_accents(word)),
			'अआइईउऊऋएऐओऔऑकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहािीुूृेैोौॉंँ०१२३४५६७८९',
			'aaiiuureeoookkggnccjjnttddnttddnppbbmyrlvssshaiiuureeooonn0123456789'
		),
		'[^a-z0-9]', '', 'g'
	);--> statement-breakpoint
-- The words of a title as its search vector has them.
CREATE FUNCTION words_of_title(title text) RETURNS SETOF text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	BEGIN ATOMIC
		SELECT word FROM unnest(tsvector_to_array(
			to_tsvector('pg_catalog.simple'::regconfig, without_accents(title))
		)) AS word;
	END;--> statement-breakpoint
CREATE TABLE "title_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"spelling" text GENERATED ALWAYS AS (spelling_of("title_words"."word")) STORED NOT NULL
);
--> statement-breakpoint
CREATE INDEX "title_words_spelling_idx" ON "title_words" USING gin ("spelling" gin_trgm_ops);--> statement-breakpoint
INSERT INTO "title_words" ("word") SELECT DISTINCT word FROM "items", words_of_title("title") AS word;--> statement-breakpoint
-- Words spelt a little like this one, the likest first. Two letters changing places leave few trigrams in common, so the
-- threshold is low; the server then looks at the distance.
CREATE FUNCTION words_like(given text, most integer) RETURNS TABLE (word text, spelling text)
	LANGUAGE sql STABLE PARALLEL SAFE STRICT
	SET pg_trgm.similarity_threshold = 0.2
	AS $$
		SELECT title_words.word, title_words.spelling FROM title_words
		WHERE title_words.spelling % spelling_of(given)
		ORDER BY similarity(title_words.spelling, spelling_of(given)) DESC, title_words.word
		LIMIT most
	$$;--> statement-breakpoint
-- One typed word as a query; the flags are those of to_tsquery: * for a word that begins so, A or B for titles only.
-- Quoted, because without accents some signs are operators: "⑴" becomes "(1)".
CREATE FUNCTION word_query(config regconfig, word text, flags text) RETURNS tsquery
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN to_tsquery(
		config,
		'''' || regexp_replace(without_accents(word), '[''\\]', ' ', 'g') || ''':' || flags
	);--> statement-breakpoint
-- Titles with a word that begins so, named one by one: the index of words takes ten times as long for "m..." as for the
-- words it stands for. More than forty are left to it. Those that are forms of the whole word are found by that already.
CREATE FUNCTION beginning_with(given text) RETURNS tsquery
	LANGUAGE sql STABLE PARALLEL SAFE STRICT
	AS $$
		WITH begun AS MATERIALIZED (
			SELECT word FROM title_words WHERE word ^@ lower(without_accents(given)) COLLATE "C" LIMIT 41
		), wholly AS (
			SELECT plainto_tsquery('pg_catalog.english'::regconfig, without_accents(given)) AS query
		)
		SELECT CASE WHEN (SELECT count(*) FROM begun) > 40
			THEN word_query('pg_catalog.simple'::regconfig, given, '*')
			ELSE coalesce((
				SELECT string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', '|')
				FROM begun, wholly
				WHERE numnode(query) = 0 OR plainto_tsquery('pg_catalog.english'::regconfig, word)::text <> query::text
			), '')::tsquery END
	$$;--> statement-breakpoint
-- In order, so that two who add the same new words at once do not wait for each other in a circle. Also when an item
-- comes back on sale: words that are on sale nowhere are forgotten.
CREATE FUNCTION learn_title_words() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		INSERT INTO title_words (word)
			SELECT word FROM words_of_title(NEW.title) AS word ORDER BY word
			ON CONFLICT DO NOTHING;
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "items_title_words" AFTER INSERT OR UPDATE OF "title", "sold_at", "banned_at", "deleted_at" ON "items"
	FOR EACH ROW EXECUTE FUNCTION learn_title_words();--> statement-breakpoint
-- GIN finds by any of its columns equally well: this one serves words with a category and without.
DROP INDEX "items_search_idx";--> statement-breakpoint
CREATE INDEX "items_found_idx" ON "items" USING gin ("category","search") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;
