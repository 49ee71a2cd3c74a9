CREATE TABLE "admin_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"admin_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_head_only_row" CHECK ("audit_head"."is_only_row")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY DEFAULT 0 NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"admin_id" integer,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"severity" text NOT NULL,
	"ip_address" text NOT NULL,
	"details" text NOT NULL,
	"previous_hash" "bytea" DEFAULT ''::bytea NOT NULL,
	"hash" "bytea" DEFAULT ''::bytea NOT NULL,
	CONSTRAINT "audit_log_severity" CHECK ("audit_log"."severity" in ('HIGH', 'MEDIUM', 'LOW'))
);
--> statement-breakpoint
DROP INDEX "admins_email_key";--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "read_announcement_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "password_given_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "require_two_step" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ban_reason" text;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_sessions_admin_id_idx" ON "admin_sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_last_seen_idx" ON "admin_sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target","id");--> statement-breakpoint
CREATE INDEX "audit_log_chapter_idx" ON "audit_log" USING btree (("id" / 20000),"at","id");--> statement-breakpoint
CREATE INDEX "audit_log_admin_id_idx" ON "audit_log" USING btree ("admin_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_key" ON "admins" USING btree ("email") WHERE "admins"."removed_at" is null;--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_totp" CHECK ("admins"."totp_confirmed_at" is null or "admins"."totp_secret" is not null);--> statement-breakpoint
INSERT INTO "audit_head" ("last_id", "hash") VALUES (0, ''::bytea);--> statement-breakpoint
-- What an entry's hash covers: everything it says, and all entries before it. The time stands in UTC to the microsecond, so
-- that no setting of a session changes the hash.
CREATE FUNCTION "audit_hash"("previous" bytea, "entry" "audit_log") RETURNS bytea
LANGUAGE sql STABLE
RETURN sha256("previous" || convert_to(json_build_array(
	("entry")."id",
	to_char(("entry")."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
	("entry")."admin_id",
	("entry")."action",
	("entry")."target",
	("entry")."severity",
	("entry")."ip_address",
	("entry")."details"
)::text, 'UTF8'));--> statement-breakpoint
-- The head's row is locked from here to the end of the transaction: entries are numbered and chained one after the other.
-- It runs with the rights of the owner, because nobody else may move the head.
CREATE FUNCTION "chain_audit_entry"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
	SELECT "last_id" + 1, "hash" INTO STRICT NEW."id", NEW."previous_hash" FROM "audit_head" FOR UPDATE;
	NEW."hash" := "audit_hash"(NEW."previous_hash", NEW);
	UPDATE "audit_head" SET "last_id" = NEW."id", "hash" = NEW."hash";
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_chained" BEFORE INSERT ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION "chain_audit_entry"();--> statement-breakpoint
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	RAISE EXCEPTION 'The audit log can only be added to.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
--> statement-breakpoint
CREATE TABLE "item_tallies" (
	"category" text NOT NULL,
	"status" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
-- What an item counts as; null for nothing.
CREATE FUNCTION "tallied_as"("sold_at" timestamptz, "banned_at" timestamptz, "deleted_at" timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE
	WHEN "deleted_at" IS NOT NULL THEN NULL
	WHEN "banned_at" IS NOT NULL THEN 'banned'
	WHEN "sold_at" IS NOT NULL THEN 'sold'
	ELSE 'available'
END;
--> statement-breakpoint
CREATE FUNCTION "tally_new_items"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	INSERT INTO "item_tallies" ("category", "status", "change")
	SELECT "category", "tallied_as"("sold_at", "banned_at", "deleted_at"), count(*) FROM "new_items"
	WHERE "deleted_at" IS NULL GROUP BY 1, 2;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_changed_item"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	INSERT INTO "item_tallies" ("category", "status", "change")
	SELECT * FROM (VALUES
		(OLD."category", "tallied_as"(OLD."sold_at", OLD."banned_at", OLD."deleted_at"), -1),
		(NEW."category", "tallied_as"(NEW."sold_at", NEW."banned_at", NEW."deleted_at"), 1)
	) AS changes ("category", "status", "change")
	WHERE "status" IS NOT NULL;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "tally_gone_items"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	INSERT INTO "item_tallies" ("category", "status", "change")
	SELECT "category", "tallied_as"("sold_at", "banned_at", "deleted_at"), -count(*) FROM "old_items"
	WHERE "deleted_at" IS NULL GROUP BY 1, 2;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Once for a statement, however many items it adds.
CREATE TRIGGER "items_tallied_new" AFTER INSERT ON "items" REFERENCING NEW TABLE AS "new_items"
FOR EACH STATEMENT EXECUTE FUNCTION "tally_new_items"();
--> statement-breakpoint
CREATE TRIGGER "items_tallied_gone" AFTER DELETE ON "items" REFERENCING OLD TABLE AS "old_items"
FOR EACH STATEMENT EXECUTE FUNCTION "tally_gone_items"();
--> statement-breakpoint
CREATE TRIGGER "items_tallied_changed" AFTER UPDATE OF "category", "sold_at", "banned_at", "deleted_at" ON "items"
FOR EACH ROW WHEN (
	OLD."category" <> NEW."category"
	OR "tallied_as"(OLD."sold_at", OLD."banned_at", OLD."deleted_at")
		IS DISTINCT FROM "tallied_as"(NEW."sold_at", NEW."banned_at", NEW."deleted_at")
)
EXECUTE FUNCTION "tally_changed_item"();
--> statement-breakpoint
INSERT INTO "item_tallies" ("category", "status", "change")
SELECT "category", "tallied_as"("sold_at", "banned_at", "deleted_at"), count(*) FROM "items"
WHERE "deleted_at" IS NULL GROUP BY 1, 2;
--> statement-breakpoint
CREATE INDEX "items_created_at_idx" ON "items" USING btree ("created_at") WHERE "items"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at") WHERE "users"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "users_verified_idx" ON "users" USING btree ("id") WHERE "users"."deleted_at" is null and "users"."verified_at" is not null;
--> statement-breakpoint
-- Searching the log: what an entry says, in small letters, and every piece of it of one, two and three characters, with its
-- action and its administrator as longer pieces. Unlike pg_trgm that finds two letters, and any script whatever the locale.
CREATE FUNCTION "audit_words"("action" text, "target" text, "details" text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower("action" || E'\n' || "target" || E'\n' || "details");--> statement-breakpoint
CREATE FUNCTION "audit_pieces"("action" text, "target" text, "details" text, "admin_id" integer) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT array_agg(DISTINCT substr("words", "place", "size"))
		|| ARRAY['action:' || "action", 'admin:' || coalesce("admin_id"::text, '')]
	FROM audit_words("action", "target", "details") AS "words",
		generate_series(1, length("words")) AS "place", generate_series(1, 3) AS "size";
END;--> statement-breakpoint
-- The pieces that an entry with these words in it has.
CREATE FUNCTION "asked_pieces"("words" text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
	SELECT array_agg(DISTINCT substr("words", "place", 3))
	FROM generate_series(1, greatest(1, length("words") - 2)) AS "place";
END;--> statement-breakpoint
-- The chapter is an integer here and a bigint in the other index, so that no plan takes that one for a search, and computes
-- the pieces of a whole chapter.
CREATE INDEX "audit_log_pieces_idx" ON "audit_log" USING gin ((("id" / 20000)::integer),audit_pieces("action", "target", "details", "admin_id")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower("user_name"),"id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_found_idx" ON "users" USING gin (lower("user_name") gin_trgm_ops,"email" gin_trgm_ops) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_banned_idx" ON "users" USING btree ("id") WHERE "users"."banned_at" is not null and "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_sold_newest_idx" ON "items" USING btree ("id") WHERE "items"."sold_at" is not null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_sold_category_newest_idx" ON "items" USING btree ("category","id") WHERE "items"."sold_at" is not null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_sold_price_idx" ON "items" USING btree ("price","id") WHERE "items"."sold_at" is not null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_sold_category_price_idx" ON "items" USING btree ("category","price","id") WHERE "items"."sold_at" is not null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_banned_idx" ON "items" USING btree ("id") WHERE "items"."banned_at" is not null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_banned_price_idx" ON "items" USING btree ("price","id") WHERE "items"."banned_at" is not null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_found_off_sale_idx" ON "items" USING gin ("category","search") WHERE ("items"."sold_at" is not null or "items"."banned_at" is not null) and "items"."deleted_at" is null;--> statement-breakpoint
-- What a search among reports looks at: complaint, reporter's name and the name of what is reported, in one column. Joined
-- only when asked, a word that is nowhere takes half a second to be found missing.
CREATE FUNCTION "report_words"("complaint" text, "reporter" text, "about" text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(without_accents("complaint" || E'\n' || "reporter" || E'\n' || "about"));--> statement-breakpoint
ALTER TABLE "item_reports" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_reports" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE FUNCTION "gather_item_report_words"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	NEW."words" := coalesce((
		SELECT report_words(NEW."complaint", reporter."user_name", item."title")
		FROM "users" reporter, "items" item
		WHERE reporter."id" = NEW."reporter_id" AND item."id" = NEW."item_id"
	), '');
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "gather_user_report_words"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	NEW."words" := coalesce((
		SELECT report_words(NEW."complaint", reporter."user_name", reported."user_name")
		FROM "users" reporter, "users" reported
		WHERE reporter."id" = NEW."reporter_id" AND reported."id" = NEW."reported_id"
	), '');
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "item_reports_words" BEFORE INSERT OR UPDATE OF "complaint" ON "item_reports"
FOR EACH ROW EXECUTE FUNCTION "gather_item_report_words"();--> statement-breakpoint
CREATE TRIGGER "user_reports_words" BEFORE INSERT OR UPDATE OF "complaint" ON "user_reports"
FOR EACH ROW EXECUTE FUNCTION "gather_user_report_words"();--> statement-breakpoint
-- A new name or title, and an erased one, is in the words at once: touching a report gathers them again.
CREATE FUNCTION "touch_reports_of_person"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE "item_reports" SET "complaint" = "complaint" WHERE "reporter_id" = NEW."id";
	UPDATE "user_reports" SET "complaint" = "complaint"
		WHERE "reporter_id" = NEW."id" OR "reported_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "touch_reports_of_item"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	UPDATE "item_reports" SET "complaint" = "complaint" WHERE "item_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_report_words" AFTER UPDATE OF "user_name" ON "users"
FOR EACH ROW EXECUTE FUNCTION "touch_reports_of_person"();--> statement-breakpoint
CREATE TRIGGER "items_report_words" AFTER UPDATE OF "title" ON "items"
FOR EACH ROW EXECUTE FUNCTION "touch_reports_of_item"();--> statement-breakpoint
UPDATE "item_reports" SET "complaint" = "complaint";--> statement-breakpoint
UPDATE "user_reports" SET "complaint" = "complaint";--> statement-breakpoint
CREATE INDEX "item_reports_words_idx" ON "item_reports" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_reports_words_idx" ON "user_reports" USING gin ("words" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "feedback_words_idx" ON "feedback" USING gin (lower("name" || E'\n' || "email" || E'\n' || "feedback") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "announcements_words_idx" ON "announcements" USING gin (lower("title" || E'\n' || "message") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "announcements_type_idx" ON "announcements" USING btree ("type","id");
