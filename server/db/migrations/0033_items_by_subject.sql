-- outside a transaction
-- A build that was interrupted leaves an invalid index of this name.
DROP INDEX CONCURRENTLY IF EXISTS "items_subjects_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_subjects_idx" ON "items" USING gin ("subjects") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;
