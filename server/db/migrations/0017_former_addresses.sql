-- The addresses that still are to be told of a change, one row each; until now they stood in one text of the person's, a space
-- between two.
CREATE TABLE "former_addresses" (
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "former_addresses_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	CONSTRAINT "former_addresses_user_id_email_pk" PRIMARY KEY("user_id","email"),
	CONSTRAINT "former_addresses_email_lower" CHECK ("former_addresses"."email" = lower("former_addresses"."email"))
);
--> statement-breakpoint
-- From here on nobody writes to "users" until this is done.
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "former_addresses" ("user_id", "email")
SELECT "id", "address"
FROM "users", unnest(string_to_array("former_email", ' ')) WITH ORDINALITY AS "left" ("address", "place")
WHERE "former_email" IS NOT NULL
ORDER BY "id", "place"
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Instances of the version before that still run read and write the text: what one of both says, the other says with the same
-- commit. The text and these triggers go one release later.
CREATE FUNCTION "former_addresses_from_text"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	DELETE FROM "former_addresses"
	WHERE "user_id" = NEW."id" AND "email" <> ALL (coalesce(string_to_array(NEW."former_email", ' '), '{}'));
	INSERT INTO "former_addresses" ("user_id", "email")
	SELECT NEW."id", "address"
	FROM unnest(string_to_array(NEW."former_email", ' ')) WITH ORDINALITY AS "left" ("address", "place")
	ORDER BY "place"
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_former_email_written" AFTER UPDATE OF "former_email" ON "users"
FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "former_addresses_from_text"();--> statement-breakpoint
-- Whoever changes the rows holds the person, so that nobody else changes them meanwhile.
CREATE FUNCTION "former_addresses_into_text"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE "users" SET "former_email" = (
		SELECT string_agg("email", ' ' ORDER BY "position") FROM "former_addresses" WHERE "user_id" = "users"."id")
	WHERE "id" = coalesce(NEW."user_id", OLD."user_id");
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "former_addresses_changed" AFTER INSERT OR DELETE ON "former_addresses"
FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "former_addresses_into_text"();
