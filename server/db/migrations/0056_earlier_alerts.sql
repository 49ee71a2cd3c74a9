-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "notices_earlier_alerts_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_earlier_alerts_idx" ON "notices" USING btree ("id") WHERE "notices"."kind" = 'search-alert' and "notices"."item_ids" is null;