ALTER TABLE "announcements" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_reports" ADD COLUMN "read_message_ids" bigint[];--> statement-breakpoint
CREATE INDEX "announcements_link_idx" ON "announcements" USING btree ("link") WHERE "announcements"."link" is not null;