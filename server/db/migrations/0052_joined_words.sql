-- PostgreSQL takes "H.C.", "physics/chemistry", "fx-991" and "1.5" for a file, a path or a number, and makes one word of
-- each (or the number -991). A search asks for letters and digits alone, so their parts are words as well.
CREATE FUNCTION words_vector(config regconfig, words text) RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	AS $$
		SELECT CASE WHEN parts = plain THEN whole
			ELSE whole || ts_delete(to_tsvector(config, parts), tsvector_to_array(whole)) END
		FROM (SELECT without_accents(words) AS plain) AS given,
			LATERAL (SELECT to_tsvector(config, plain) AS whole, translate(plain, './-_+:@~&#?=%', repeat(' ', 13)) AS parts) AS read
	$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION words_of_title(title text) RETURNS SETOF text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	BEGIN ATOMIC
		SELECT word FROM unnest(tsvector_to_array(words_vector('pg_catalog.simple'::regconfig, title))) AS word;
	END;--> statement-breakpoint
-- As before (migrations 0000 and 0026), with the parts of joined words.
CREATE OR REPLACE FUNCTION item_search_vector(title text, description text, details jsonb, subjects text[]) RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$
		SELECT setweight(words_vector('pg_catalog.english'::regconfig, title), 'A')
			|| setweight(words_vector('pg_catalog.simple'::regconfig, title), 'B')
			|| setweight(words_vector('pg_catalog.english'::regconfig, description), 'C')
			|| setweight(words_vector('pg_catalog.english'::regconfig, words), 'C')
			|| setweight(words_vector('pg_catalog.simple'::regconfig, words), 'D')
		FROM (
			SELECT concat_ws(' ',
				(SELECT string_agg(value, ' ') FROM jsonb_each_text(details) WHERE value NOT IN ('yes', 'no')),
				replace(array_to_string(subjects, ' '), '-', ' '),
				replace(array_to_string(subjects, ' '), '-', '')) AS words
		) AS stated
	$$;
