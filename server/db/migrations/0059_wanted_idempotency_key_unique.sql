-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "wanted_posts_idempotency_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "wanted_posts_idempotency_key" ON "wanted_posts" USING btree ("user_id","idempotency_key");
