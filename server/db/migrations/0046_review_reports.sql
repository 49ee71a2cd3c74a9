CREATE TABLE "review_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reporter_id" integer NOT NULL,
	"complaint" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"action" text,
	"admin_notes" text,
	"resolved_by" integer,
	"resolved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"review_id" integer NOT NULL,
	CONSTRAINT "review_reports_type" CHECK ("review_reports"."type" in ('other', 'spam', 'inappropriate', 'fraud')),
	CONSTRAINT "review_reports_action" CHECK ("review_reports"."action" in ('none', 'review_hidden')),
	CONSTRAINT "review_reports_decision" CHECK ("review_reports"."status" in ('pending', 'resolved', 'dismissed') and ("review_reports"."status" = 'pending') = ("review_reports"."resolved_at" is null) and ("review_reports"."status" = 'resolved') = ("review_reports"."action" is not null))
);
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_report";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "review_report_id" integer;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_resolved_by_admins_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_deal_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."deal_reviews"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_reports_once_key" ON "review_reports" USING btree ("reporter_id","review_id",md5("complaint")) WHERE "review_reports"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "review_reports_review_id_idx" ON "review_reports" USING btree ("review_id","id");--> statement-breakpoint
CREATE INDEX "review_reports_reporter_id_idx" ON "review_reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "review_reports_status_idx" ON "review_reports" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "review_reports_words_idx" ON "review_reports" USING gin (normalize(lower("complaint")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "review_reports_resolved_by_idx" ON "review_reports" USING btree ("resolved_by");--> statement-breakpoint
-- The rows are checked by the next migration, without blocking writers.
ALTER TABLE "notices" ADD CONSTRAINT "notices_review_report_id_review_reports_id_fk" FOREIGN KEY ("review_report_id") REFERENCES "public"."review_reports"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_report" CHECK (num_nonnulls("notices"."item_report_id", "notices"."user_report_id", "notices"."wanted_report_id", "notices"."review_report_id") <= ("notices"."kind" = 'report')::int) NOT VALID;
