-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "notices_chat_link_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_chat_link_idx" ON "notices" USING btree ("link") WHERE "notices"."link" like '/chat/%';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_item_ids_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_item_ids_idx" ON "notices" USING gin ("item_ids") WHERE "notices"."item_ids" is not null;
