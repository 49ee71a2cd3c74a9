-- Whatever changes what everybody may read tells all instances, with the commit that does it: they keep public answers ready
-- (server/db/public-changes.ts). A notice is `feedback`, or `items` and, where they are few, the numbers of those that changed.
CREATE FUNCTION "tell_of_items"("ids" integer[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
	IF cardinality("ids") > 100 THEN
		PERFORM pg_notify('public_data', 'items');
	ELSIF cardinality("ids") > 0 THEN
		PERFORM pg_notify('public_data', 'items ' || array_to_string("ids", ','));
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION "tell_of_changed_items"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	PERFORM tell_of_items((SELECT array_agg("id") FROM (SELECT "id" FROM "changed" LIMIT 101) AS "some"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "items_told_new" AFTER INSERT ON "items" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_changed_items"();--> statement-breakpoint
CREATE TRIGGER "items_told_changed" AFTER UPDATE ON "items" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_changed_items"();--> statement-breakpoint
CREATE TRIGGER "items_told_gone" AFTER DELETE ON "items" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_changed_items"();--> statement-breakpoint
CREATE FUNCTION "tell_of_photos"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	PERFORM tell_of_items((SELECT array_agg("item_id") FROM (SELECT DISTINCT "item_id" FROM "changed" LIMIT 101) AS "some"));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "item_photos_told_new" AFTER INSERT ON "item_photos" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_photos"();--> statement-breakpoint
CREATE TRIGGER "item_photos_told_changed" AFTER UPDATE ON "item_photos" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_photos"();--> statement-breakpoint
CREATE TRIGGER "item_photos_told_gone" AFTER DELETE ON "item_photos" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_photos"();--> statement-breakpoint
-- A seller's name stands beside each of their items, and who is banned or gone has none for the public.
CREATE FUNCTION "tell_of_sellers"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	IF EXISTS (
		SELECT FROM "before" JOIN "changed" USING ("id")
		WHERE ("before"."user_name", "before"."banned_at", "before"."deleted_at")
			IS DISTINCT FROM ("changed"."user_name", "changed"."banned_at", "changed"."deleted_at")
	) THEN
		PERFORM pg_notify('public_data', 'items');
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_told_changed" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS "before" NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_sellers"();--> statement-breakpoint
-- What waits for an administrator is nothing public yet.
CREATE FUNCTION "tell_of_feedback"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	PERFORM pg_notify('public_data', 'feedback');
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "feedback_told_changed" AFTER UPDATE OR DELETE ON "feedback"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_feedback"();--> statement-breakpoint
CREATE TRIGGER "feedback_told_new" AFTER INSERT ON "feedback"
FOR EACH ROW WHEN (NEW."is_public") EXECUTE FUNCTION "tell_of_feedback"();
