-- outside a transaction
-- What the back-office searches is compared in one spelling (NFC), as what is found on the market is (migration 0010).
-- The index of before serves those who run on until the new one stands.
DROP INDEX CONCURRENTLY IF EXISTS "feedback_words_new";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "feedback_words_new" ON "feedback" USING gin (normalize(lower("name" || E'\n' || "email" || E'\n' || "feedback")) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "feedback_words_idx";--> statement-breakpoint
ALTER INDEX "feedback_words_new" RENAME TO "feedback_words_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "announcements_words_new";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "announcements_words_new" ON "announcements" USING gin (normalize(lower("title" || E'\n' || "message")) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "announcements_words_idx";--> statement-breakpoint
ALTER INDEX "announcements_words_new" RENAME TO "announcements_words_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_found_new";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_found_new" ON "users" USING gin (normalize(lower("user_name")) gin_trgm_ops,"email" gin_trgm_ops) WHERE "users"."deleted_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_found_idx";--> statement-breakpoint
ALTER INDEX "users_found_new" RENAME TO "users_found_idx";
