-- outside a transaction
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_search_id_saved_searches_id_fk";--> statement-breakpoint
-- A build that was interrupted leaves an index that is never used.
DROP INDEX CONCURRENTLY IF EXISTS "notices_search_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_search_idx" ON "notices" USING btree ("search_id") WHERE "notices"."search_id" is not null;
