-- How a title is spelt, for comparing: its words, each as `spelling_of` has it. pg_trgm sees no other letters where the
-- database's locale is C.
CREATE FUNCTION spelling_of_words(words text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN (
		SELECT coalesce(string_agg(spelling_of(word), ' ' ORDER BY position), '')
		FROM regexp_split_to_table(words, '[\s[:punct:]]+') WITH ORDINALITY AS split (word, position)
	);--> statement-breakpoint
CREATE TABLE "wanted_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wanted_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reporter_id" integer NOT NULL,
	"complaint" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"action" text,
	"admin_notes" text,
	"resolved_by" integer,
	"resolved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"wanted_id" integer NOT NULL,
	CONSTRAINT "wanted_reports_type" CHECK ("wanted_reports"."type" in ('other', 'spam', 'inappropriate', 'fraud')),
	CONSTRAINT "wanted_reports_action" CHECK ("wanted_reports"."action" in ('none', 'wanted_removed', 'user_warned', 'user_banned')),
	CONSTRAINT "wanted_reports_decision" CHECK ("wanted_reports"."status" in ('pending', 'resolved', 'dismissed') and ("wanted_reports"."status" = 'pending') = ("wanted_reports"."resolved_at" is null) and ("wanted_reports"."status" = 'resolved') = ("wanted_reports"."action" is not null))
);
--> statement-breakpoint
CREATE TABLE "wanted_answers" (
	"wanted_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wanted_answers_wanted_id_item_id_pk" PRIMARY KEY("wanted_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "wanted_posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wanted_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"title" text NOT NULL,
	"spelling" text GENERATED ALWAYS AS (spelling_of_words("wanted_posts"."title")) STORED NOT NULL,
	"note" text,
	"category" text,
	"max_price" numeric(8, 2),
	"subject" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ending_notified_at" timestamp with time zone,
	"found_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removal_reason" text,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "wanted_posts_title_length" CHECK ("wanted_posts"."deleted_at" is not null or char_length("wanted_posts"."title") between 3 and 80),
	CONSTRAINT "wanted_posts_note_length" CHECK (char_length("wanted_posts"."note") between 1 and 255),
	CONSTRAINT "wanted_posts_max_price_range" CHECK ("wanted_posts"."max_price" between 0.01 and 999999.99),
	CONSTRAINT "wanted_posts_removal_reason" CHECK ("wanted_posts"."removal_reason" is null or "wanted_posts"."removed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_report";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "wanted_report_id" integer;--> statement-breakpoint
ALTER TABLE "wanted_reports" ADD CONSTRAINT "wanted_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_reports" ADD CONSTRAINT "wanted_reports_resolved_by_admins_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_reports" ADD CONSTRAINT "wanted_reports_wanted_id_wanted_posts_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted_posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_answers" ADD CONSTRAINT "wanted_answers_wanted_id_wanted_posts_id_fk" FOREIGN KEY ("wanted_id") REFERENCES "public"."wanted_posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_answers" ADD CONSTRAINT "wanted_answers_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_answers" ADD CONSTRAINT "wanted_answers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_posts" ADD CONSTRAINT "wanted_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_posts" ADD CONSTRAINT "wanted_posts_category_categories_name_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("name") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "wanted_posts" ADD CONSTRAINT "wanted_posts_subject_subjects_code_fk" FOREIGN KEY ("subject") REFERENCES "public"."subjects"("code") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "wanted_reports_once_key" ON "wanted_reports" USING btree ("reporter_id","wanted_id",md5("complaint")) WHERE "wanted_reports"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "wanted_reports_wanted_id_idx" ON "wanted_reports" USING btree ("wanted_id","id");--> statement-breakpoint
CREATE INDEX "wanted_reports_reporter_id_idx" ON "wanted_reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "wanted_reports_status_idx" ON "wanted_reports" USING btree ("status","wanted_id");--> statement-breakpoint
CREATE INDEX "wanted_reports_resolved_by_idx" ON "wanted_reports" USING btree ("resolved_by");--> statement-breakpoint
CREATE INDEX "wanted_answers_item_id_idx" ON "wanted_answers" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "wanted_answers_seller_idx" ON "wanted_answers" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "wanted_posts_user_idx" ON "wanted_posts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "wanted_posts_newest_idx" ON "wanted_posts" USING btree ("id") WHERE "wanted_posts"."found_at" is null and "wanted_posts"."removed_at" is null and "wanted_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "wanted_posts_expires_idx" ON "wanted_posts" USING btree ("expires_at") WHERE "wanted_posts"."found_at" is null and "wanted_posts"."removed_at" is null and "wanted_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "wanted_posts_category_idx" ON "wanted_posts" USING btree ("category","id");--> statement-breakpoint
CREATE INDEX "wanted_posts_subject_idx" ON "wanted_posts" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "wanted_posts_spelling_idx" ON "wanted_posts" USING gin ("spelling" gin_trgm_ops) WHERE "wanted_posts"."found_at" is null and "wanted_posts"."removed_at" is null and "wanted_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "wanted_posts_words_idx" ON "wanted_posts" USING gin (normalize(lower("title" || E'\n' || coalesce("note", ''))) gin_trgm_ops) WHERE "wanted_posts"."deleted_at" is null;--> statement-breakpoint
-- The rows are checked by the next migration, without blocking writers.
ALTER TABLE "notices" ADD CONSTRAINT "notices_wanted_report_id_wanted_reports_id_fk" FOREIGN KEY ("wanted_report_id") REFERENCES "public"."wanted_reports"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_report" CHECK (num_nonnulls("notices"."item_report_id", "notices"."user_report_id", "notices"."wanted_report_id") <= ("notices"."kind" = 'report')::int) NOT VALID;--> statement-breakpoint
-- Answers for everybody name wanted posts with their askers and how often they were answered; every instance keeps some.
CREATE FUNCTION notify_wanted() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		PERFORM pg_notify('public_data', 'wanted');
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "wanted_posts_notified" AFTER INSERT OR UPDATE OR DELETE ON "wanted_posts"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_wanted();--> statement-breakpoint
CREATE TRIGGER "wanted_answers_notified" AFTER INSERT OR UPDATE OR DELETE ON "wanted_answers"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_wanted();--> statement-breakpoint
CREATE FUNCTION notify_wanted_of_askers() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		IF EXISTS (
			SELECT FROM "before" JOIN "changed" USING ("id")
			WHERE ("before"."user_name", "before"."picture_hash", "before"."verified_at", "before"."banned_at", "before"."deleted_at")
				IS DISTINCT FROM ("changed"."user_name", "changed"."picture_hash", "changed"."verified_at", "changed"."banned_at", "changed"."deleted_at")
				AND EXISTS (SELECT FROM "wanted_posts" WHERE "wanted_posts"."user_id" = "changed"."id")
		) THEN
			PERFORM pg_notify('public_data', 'wanted');
		END IF;
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "users_notified_wanted" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS "before" NEW TABLE AS "changed"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_wanted_of_askers();
