-- What the back-office searches is compared in one spelling (NFC), as what is found on the market is (migration 0010).
DROP INDEX "feedback_words_idx";--> statement-breakpoint
DROP INDEX "announcements_words_idx";--> statement-breakpoint
DROP INDEX "users_found_idx";--> statement-breakpoint
CREATE INDEX "feedback_words_idx" ON "feedback" USING gin (normalize(lower("name" || E'\n' || "email" || E'\n' || "feedback")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "announcements_words_idx" ON "announcements" USING gin (normalize(lower("title" || E'\n' || "message")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_found_idx" ON "users" USING gin (normalize(lower("user_name")) gin_trgm_ops,"email" gin_trgm_ops) WHERE "users"."deleted_at" is null;
