-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "items_sold_category_recent_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_sold_category_recent_idx" ON "items" USING btree ("category","sold_at") WHERE "items"."sold_at" is not null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "items_sold_alike_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "items_sold_alike_idx" ON "items" USING gin ("category",title_spelling("title") gin_trgm_ops,"subjects") WHERE "items"."sold_at" is not null and "items"."banned_at" is null and "items"."deleted_at" is null;
