-- outside a transaction
-- Also finds by condition and subject, in place of the index that it replaces.
DROP INDEX CONCURRENTLY IF EXISTS "items_filtered_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_filtered_idx" ON "items" USING gin ("category","condition","subjects","search") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "items_found_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "items_subjects_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "items_facets_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_facets_idx" ON "items" USING btree ("id","category","condition","price","seller_id","subjects") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;
