ALTER TABLE "notices" ADD COLUMN "mailed_about" text;--> statement-breakpoint
ALTER TABLE "saved_items" ADD COLUMN "back_on_sale_at" timestamp with time zone;