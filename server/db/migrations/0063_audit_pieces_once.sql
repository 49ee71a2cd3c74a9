-- The same pieces as before, so the index stays as it is. The text is split into characters once: substr counts from the
-- beginning of the text for each piece, which took 70 ms for one entry with a reason of 2,000 characters.
CREATE OR REPLACE FUNCTION "audit_pieces"("action" text, "target" text, "details" text, "admin_id" integer) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT array_agg(DISTINCT "piece")
		|| ARRAY['action:' || "action", 'admin:' || coalesce("admin_id"::text, '')]
	FROM (
		SELECT "first", lead("first", 1, '') OVER "from_here" AS "second", lead("first", 2, '') OVER "from_here" AS "third"
		FROM unnest(string_to_array(audit_words("action", "target", "details"), NULL)) WITH ORDINALITY AS "characters"("first", "place")
		WINDOW "from_here" AS (ORDER BY "place")
	) AS "places", unnest(ARRAY["first", "first" || "second", "first" || "second" || "third"]) AS "piece";
END;
