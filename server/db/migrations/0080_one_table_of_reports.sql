-- The four tables of reports become one. Every report keeps its id, which is unique within its kind: links, the audit log
-- and sent notifications name it. New ids of all kinds come from one sequence, which continues after the highest of the four.
-- What instances of the version before do with reports fails from here on: they are stopped first (docs/operations/runbook.md).
LOCK TABLE "item_reports", "user_reports", "wanted_reports", "review_reports", "notices" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "reports" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text GENERATED ALWAYS AS (case when item_id is not null then 'item' when reported_id is not null then 'user' when wanted_id is not null then 'wanted' else 'review' end) STORED NOT NULL,
	"item_id" integer,
	"reported_id" integer,
	"wanted_id" integer,
	"review_id" integer,
	"reporter_id" integer NOT NULL,
	"complaint" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"action" text,
	"admin_notes" text,
	"resolved_by" integer,
	"resolved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mentioned_item_id" integer,
	"chat_item_id" integer,
	"chat_buyer_id" integer,
	"read_message_ids" bigint[],
	"words" text DEFAULT '' NOT NULL,
	CONSTRAINT "reports_kind_id_pk" PRIMARY KEY("kind","id"),
	CONSTRAINT "reports_target" CHECK (num_nonnulls("reports"."item_id", "reports"."reported_id", "reports"."wanted_id", "reports"."review_id") = 1),
	CONSTRAINT "reports_type" CHECK (case "reports"."kind" when 'user' then "reports"."type" in ('harassment', 'spam', 'inappropriate_behavior', 'scam', 'fake_profile', 'other') else "reports"."type" in ('other', 'spam', 'inappropriate', 'fraud') end),
	CONSTRAINT "reports_action" CHECK (case "reports"."kind" when 'item' then "reports"."action" in ('none', 'item_banned', 'user_warned', 'user_banned') when 'user' then "reports"."action" in ('none', 'user_warned', 'user_banned') when 'wanted' then "reports"."action" in ('none', 'wanted_removed', 'user_warned', 'user_banned') else "reports"."action" in ('none', 'review_hidden') end),
	CONSTRAINT "reports_decision" CHECK ("reports"."status" in ('pending', 'resolved', 'dismissed') and ("reports"."status" = 'pending') = ("reports"."resolved_at" is null) and ("reports"."status" = 'resolved') = ("reports"."action" is not null)),
	CONSTRAINT "reports_chat" CHECK (("reports"."chat_item_id" is null) = ("reports"."chat_buyer_id" is null)),
	CONSTRAINT "reports_chat_of_user" CHECK ("reports"."kind" = 'user' or num_nonnulls("reports"."mentioned_item_id", "reports"."chat_item_id", "reports"."read_message_ids") = 0),
	CONSTRAINT "reports_not_oneself" CHECK ("reports"."reporter_id" <> "reports"."reported_id")
);
--> statement-breakpoint
-- What a search among reports looks at. Names are found with reports about items and users only, as before.
CREATE FUNCTION "gather_report_words"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	IF NEW."item_id" IS NULL AND NEW."reported_id" IS NULL THEN
		NEW."words" := lower(without_accents(NEW."complaint"));
	ELSE
		NEW."words" := coalesce((
			SELECT report_words(NEW."complaint", reporter."user_name", coalesce(item."title", reported."user_name"))
			FROM "users" reporter
			LEFT JOIN "items" item ON item."id" = NEW."item_id"
			LEFT JOIN "users" reported ON reported."id" = NEW."reported_id"
			WHERE reporter."id" = NEW."reporter_id"
		), '');
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "reports_words" BEFORE INSERT OR UPDATE OF "complaint" ON "reports"
FOR EACH ROW EXECUTE FUNCTION "gather_report_words"();--> statement-breakpoint
INSERT INTO "reports" ("id", "item_id", "reporter_id", "complaint", "type", "status", "action", "admin_notes", "resolved_by", "resolved_at", "created_at")
OVERRIDING SYSTEM VALUE
SELECT "id", "item_id", "reporter_id", "complaint", "type", "status", "action", "admin_notes", "resolved_by", "resolved_at", "created_at"
FROM "item_reports";--> statement-breakpoint
INSERT INTO "reports" ("id", "reported_id", "reporter_id", "complaint", "type", "status", "action", "admin_notes", "resolved_by", "resolved_at", "created_at",
	"mentioned_item_id", "chat_item_id", "chat_buyer_id", "read_message_ids")
OVERRIDING SYSTEM VALUE
SELECT "id", "reported_id", "reporter_id", "complaint", "type", "status", "action", "admin_notes", "resolved_by", "resolved_at", "created_at",
	"item_id", "chat_item_id", "chat_buyer_id", "read_message_ids"
FROM "user_reports";--> statement-breakpoint
INSERT INTO "reports" ("id", "wanted_id", "reporter_id", "complaint", "type", "status", "action", "admin_notes", "resolved_by", "resolved_at", "created_at")
OVERRIDING SYSTEM VALUE
SELECT "id", "wanted_id", "reporter_id", "complaint", "type", "status", "action", "admin_notes", "resolved_by", "resolved_at", "created_at"
FROM "wanted_reports";--> statement-breakpoint
INSERT INTO "reports" ("id", "review_id", "reporter_id", "complaint", "type", "status", "action", "admin_notes", "resolved_by", "resolved_at", "created_at")
OVERRIDING SYSTEM VALUE
SELECT "id", "review_id", "reporter_id", "complaint", "type", "status", "action", "admin_notes", "resolved_by", "resolved_at", "created_at"
FROM "review_reports";--> statement-breakpoint
SELECT setval(pg_get_serial_sequence('reports', 'id'), max("last_value"), bool_or("is_called"))
FROM (
	SELECT "last_value", "is_called" FROM "item_reports_id_seq"
	UNION ALL SELECT "last_value", "is_called" FROM "user_reports_id_seq"
	UNION ALL SELECT "last_value", "is_called" FROM "wanted_reports_id_seq"
	UNION ALL SELECT "last_value", "is_called" FROM "review_reports_id_seq"
) AS "earlier";--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reported_id_users_id_fk" FOREIGN KEY ("reported_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_wanted_id_wanted_posts_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted_posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_review_id_deal_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."deal_reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_resolved_by_admins_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_mentioned_item_id_items_id_fk" FOREIGN KEY ("mentioned_item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_chat_item_id_items_id_fk" FOREIGN KEY ("chat_item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_chat_buyer_id_users_id_fk" FOREIGN KEY ("chat_buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once_key" ON "reports" USING btree ("reporter_id","kind",coalesce("item_id", "reported_id", "wanted_id", "review_id"),md5("complaint")) WHERE "reports"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "reports_item_id_idx" ON "reports" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "reports_reported_id_idx" ON "reports" USING btree ("reported_id","id");--> statement-breakpoint
CREATE INDEX "reports_wanted_id_idx" ON "reports" USING btree ("wanted_id","id");--> statement-breakpoint
CREATE INDEX "reports_review_id_idx" ON "reports" USING btree ("review_id","id");--> statement-breakpoint
CREATE INDEX "reports_reporter_id_idx" ON "reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_status_idx" ON "reports" USING btree ("status","kind","id");--> statement-breakpoint
CREATE INDEX "reports_words_idx" ON "reports" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reports_resolved_by_idx" ON "reports" USING btree ("resolved_by");--> statement-breakpoint
CREATE INDEX "reports_mentioned_item_id_idx" ON "reports" USING btree ("mentioned_item_id");--> statement-breakpoint
CREATE INDEX "reports_chat_idx" ON "reports" USING btree ("chat_item_id","chat_buyer_id");--> statement-breakpoint
CREATE INDEX "reports_chat_buyer_id_idx" ON "reports" USING btree ("chat_buyer_id");--> statement-breakpoint
-- A new name or title, and an erased one, is in the words at once: touching a report gathers them again.
CREATE OR REPLACE FUNCTION "touch_reports_of_person"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE "reports" SET "complaint" = "complaint" WHERE "reporter_id" = NEW."id" OR "reported_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "touch_reports_of_item"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE "reports" SET "complaint" = "complaint" WHERE "item_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
-- A notification about the outcome of a report names the report by kind and id. The next migration checks the rows.
DROP TRIGGER "notices_report_unknown" ON "notices";--> statement-breakpoint
DROP FUNCTION "notices_find_report"();--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_report";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "report_kind" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "report_id" integer;--> statement-breakpoint
UPDATE "notices" SET "report_kind" = 'item', "report_id" = "item_report_id" WHERE "item_report_id" IS NOT NULL;--> statement-breakpoint
UPDATE "notices" SET "report_kind" = 'user', "report_id" = "user_report_id" WHERE "user_report_id" IS NOT NULL;--> statement-breakpoint
UPDATE "notices" SET "report_kind" = 'wanted', "report_id" = "wanted_report_id" WHERE "wanted_report_id" IS NOT NULL;--> statement-breakpoint
UPDATE "notices" SET "report_kind" = 'review', "report_id" = "review_report_id" WHERE "review_report_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" DROP COLUMN "item_report_id", DROP COLUMN "user_report_id", DROP COLUMN "wanted_report_id", DROP COLUMN "review_report_id";--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_report_kind_report_id_reports_kind_id_fk" FOREIGN KEY ("report_kind","report_id") REFERENCES "public"."reports"("kind","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_report" CHECK (("notices"."report_kind" is null) = ("notices"."report_id" is null) and ("notices"."report_id" is null or "notices"."kind" = 'report')) NOT VALID;--> statement-breakpoint
DROP TABLE "item_reports", "user_reports", "wanted_reports", "review_reports";--> statement-breakpoint
DROP FUNCTION "gather_item_report_words"();--> statement-breakpoint
DROP FUNCTION "gather_user_report_words"();
