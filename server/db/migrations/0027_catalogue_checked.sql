-- outside a transaction
ALTER TABLE "items" VALIDATE CONSTRAINT "items_category_categories_name_fk";--> statement-breakpoint
ALTER TABLE "items" VALIDATE CONSTRAINT "items_condition";--> statement-breakpoint
ALTER TABLE "items" VALIDATE CONSTRAINT "items_details";--> statement-breakpoint
ALTER TABLE "items" VALIDATE CONSTRAINT "items_subjects";--> statement-breakpoint
ALTER TABLE "items" VALIDATE CONSTRAINT "items_price_range";
