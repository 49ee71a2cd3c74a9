-- outside a transaction
-- The items of before, a thousand at a time; only those whose words change are written.
DO $$
DECLARE
	last_id integer := 0;
	read_to integer;
BEGIN
	LOOP
		SELECT max(id) INTO read_to FROM (SELECT id FROM items WHERE id > last_id ORDER BY id LIMIT 1000) AS batch;
		EXIT WHEN read_to IS NULL;
		WITH changed AS (
			UPDATE items SET search = recomputed
				FROM (SELECT id AS item_id, item_search_vector(title, description, details, subjects) AS recomputed
					FROM items WHERE id > last_id AND id <= read_to) AS read
				WHERE id = item_id AND search IS DISTINCT FROM recomputed
				RETURNING title, sold_at, banned_at, deleted_at
		)
		INSERT INTO title_words (word)
			SELECT DISTINCT word FROM changed, words_of_title(title) AS word
			WHERE sold_at IS NULL AND banned_at IS NULL AND deleted_at IS NULL
			ORDER BY word
			ON CONFLICT DO NOTHING;
		COMMIT;
		last_id := read_to;
	END LOOP;
END
$$;
