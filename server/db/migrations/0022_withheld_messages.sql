-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "messages_withheld_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "messages_withheld_idx" ON "messages" USING btree ("item_id","buyer_id","id") WHERE "messages"."is_withheld";
