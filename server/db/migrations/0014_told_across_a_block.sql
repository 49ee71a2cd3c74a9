ALTER TABLE "participants" ADD COLUMN "told_delivered_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "told_read_id" bigint DEFAULT 0 NOT NULL;