-- outside a transaction
-- The back-office counts what was sold, and which conversations were begun, by day.
DROP INDEX CONCURRENTLY IF EXISTS "conversations_created_at_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "conversations_created_at_idx" ON "conversations" USING btree ("created_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "items_sold_at_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_sold_at_idx" ON "items" USING btree ("sold_at") WHERE "items"."sold_at" is not null and "items"."deleted_at" is null;
