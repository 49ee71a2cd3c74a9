DROP TABLE "deal_steps", "deal_handovers", "deal_queue", "deal_reservations", "deal_offers";--> statement-breakpoint
ALTER TABLE "items" DROP COLUMN "waiting_count";
