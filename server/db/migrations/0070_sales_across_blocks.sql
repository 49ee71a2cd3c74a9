ALTER TABLE "deal_sales" ALTER COLUMN "answer_until" DROP NOT NULL;--> statement-breakpoint
-- A sale across a block is completed by the buyer's yes only (server/features/deals/settle-queries.ts).
UPDATE "deal_sales" SET "answer_until" = NULL
FROM "deals"
WHERE "deals"."item_id" = "deal_sales"."item_id" AND "deals"."buyer_id" = "deal_sales"."buyer_id"
	AND "is_confirmed" IS NULL AND "completed_at" IS NULL AND "ended_at" IS NULL
	AND EXISTS (
		SELECT FROM "blocks"
		WHERE ("blocker_id", "blocked_id") IN (("deals"."seller_id", "deals"."buyer_id"), ("deals"."buyer_id", "deals"."seller_id"))
			AND "blocks"."created_at" < "answer_until"
	);
