-- outside a transaction
-- The items of before, a thousand at a time. Only those that may have a word with parts are computed, and each is changed once.
DO $$
DECLARE
	last_id integer := 0;
	read_to integer;
BEGIN
	LOOP
		SELECT max(id) INTO read_to FROM (SELECT id FROM items WHERE id > last_id ORDER BY id LIMIT 1000) AS batch;
		EXIT WHEN read_to IS NULL;
		UPDATE items SET search = item_search_vector(title, description, details, subjects)
			WHERE id > last_id AND id <= read_to AND concat_ws(' ', title, description, details) ~ '[^a-zA-Z0-9 ][^ ]'
				AND search IS DISTINCT FROM item_search_vector(title, description, details, subjects);
		INSERT INTO title_words (word)
			SELECT DISTINCT word FROM items, words_of_title(title) AS word
			WHERE id > last_id AND id <= read_to AND title ~ '[^a-zA-Z0-9 ][^ ]'
				AND sold_at IS NULL AND banned_at IS NULL AND deleted_at IS NULL
			ORDER BY word
			ON CONFLICT DO NOTHING;
		COMMIT;
		last_id := read_to;
	END LOOP;
END
$$;
