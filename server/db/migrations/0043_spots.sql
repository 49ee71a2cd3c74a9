-- Where students meet to hand over.
CREATE TABLE "spots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"opens" text NOT NULL,
	"closes" text NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "spots_name_length" CHECK (char_length("spots"."name") between 1 and 60),
	CONSTRAINT "spots_hint_length" CHECK (char_length("spots"."hint") between 0 and 120),
	CONSTRAINT "spots_opens" CHECK ("spots"."opens" ~ '^(?:[01]\d|2[0-3]):[0-5]\d$'),
	CONSTRAINT "spots_closes" CHECK ("spots"."closes" ~ '^(?:[01]\d|2[0-3]):[0-5]\d$'),
	CONSTRAINT "spots_hours" CHECK ("spots"."opens" <> "spots"."closes")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "spots_name_case" ON "spots" USING btree (lower("name"));--> statement-breakpoint
INSERT INTO "catalogue_lists" ("list") VALUES ('spots');--> statement-breakpoint
CREATE TRIGGER "spots_notified" AFTER INSERT OR UPDATE OR DELETE ON "spots"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();
