-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "notices_item_link_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_item_link_idx" ON "notices" USING btree ("link") WHERE "notices"."link" like '/item/%';
