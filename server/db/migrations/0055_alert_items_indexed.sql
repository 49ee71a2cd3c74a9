-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "notices_chat_link_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_chat_link_idx" ON "notices" USING btree ("link") WHERE "notices"."link" like '/chat/%';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_item_ids_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notices_item_ids_idx" ON "notices" USING gin ("item_ids") WHERE "notices"."item_ids" is not null;--> statement-breakpoint
-- The alerts of before: the items that were told of at about that time, as far as their matches are still stored.
UPDATE "notices" SET "item_ids" = told."item_ids"
FROM (
	SELECT notice."id", array_agg(matched."item_id" ORDER BY matched."item_id" DESC) AS "item_ids"
	FROM "notices" notice
	JOIN "saved_search_matches" matched ON matched."search_id" = notice."search_id"
		AND matched."settled_at" BETWEEN notice."created_at" - interval '10 minutes' AND notice."created_at" + interval '1 minute'
	WHERE notice."search_id" IS NOT NULL AND notice."item_ids" IS NULL
	GROUP BY notice."id"
) told
WHERE "notices"."id" = told."id" AND "notices"."item_ids" IS NULL;
