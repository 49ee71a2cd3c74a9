-- A title as its trigrams are compared. Devanagari is written by its sound, as in spelling_of, because pg_trgm sees no
-- letters in it where the database's locale is C. Most titles are ASCII, for which pg_trgm needs no preparation.
CREATE FUNCTION title_spelling(title text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN CASE WHEN octet_length(title) = char_length(title) THEN title
		ELSE translate(
			lower(without_accents(title)),
			'अआइईउऊऋएऐओऔऑकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहािीुूृेैोौॉंँ०१२३४५६७८९',
			'aaiiuureeoookkggnccjjnttddnttddnppbbmyrlvssshaiiuureeooonn0123456789'
		) END;--> statement-breakpoint
-- The sold items of a category with an alike title or the same subject, in any order. A function, because an index is
-- searched with a threshold that only a setting can change; its value is PRICE_GUIDE_LIMITS.similarityMin.
CREATE FUNCTION sold_alike(given_category text, given_spelling text, given_subject text) RETURNS SETOF integer
	LANGUAGE sql STABLE PARALLEL SAFE
	SET pg_trgm.similarity_threshold = 0.4
	AS $$
		SELECT id FROM items
		WHERE sold_at IS NOT NULL AND banned_at IS NULL AND deleted_at IS NULL AND category = given_category
			AND (title_spelling(title) % given_spelling OR subjects @> ARRAY[given_subject])
	$$;
