ALTER TABLE "categories" ADD COLUMN "asks_condition" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "categories" SET "asks_condition" = false WHERE "name" = 'PYQs';
