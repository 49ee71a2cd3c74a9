-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "items_category_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_category_idx" ON "items" USING btree ("category");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "items_subject_codes_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_subject_codes_idx" ON "items" USING gin ("subjects") WHERE "items"."subjects" <> '{}' and "items"."deleted_at" is null;
