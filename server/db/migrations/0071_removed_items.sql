ALTER TABLE "items" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
-- The rows are checked by the next migration, without blocking writers.
ALTER TABLE "items" ADD CONSTRAINT "items_removed" CHECK ("items"."removed_at" is null or ("items"."deleted_at" is not null and "items"."deleted_at" >= "items"."removed_at")) NOT VALID;
