-- Public responses with items also depend on whether the seller is verified: listings filter by it. Most users who are
-- verified have no items yet, so their verification clears nothing.
CREATE OR REPLACE FUNCTION "tell_of_sellers"() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		IF EXISTS (
			SELECT FROM "before" JOIN "changed" USING ("id")
			WHERE ("before"."user_name", "before"."banned_at", "before"."deleted_at")
					IS DISTINCT FROM ("changed"."user_name", "changed"."banned_at", "changed"."deleted_at")
				OR ("before"."verified_at" IS DISTINCT FROM "changed"."verified_at"
					AND EXISTS (SELECT FROM "items" WHERE "items"."seller_id" = "changed"."id"))
		) THEN
			PERFORM pg_notify('public_data', 'items');
		END IF;
		RETURN NULL;
	END
	$$;
