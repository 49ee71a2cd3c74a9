DROP INDEX "deals_seller_idx";--> statement-breakpoint
ALTER TABLE "deal_offers" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_queue" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_steps" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "seller_changed_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
CREATE INDEX "deals_seller_idx" ON "deals" USING btree ("seller_id","seller_changed_at","item_id","buyer_id");--> statement-breakpoint
UPDATE "deals" SET "seller_changed_at" = "changed_at";
