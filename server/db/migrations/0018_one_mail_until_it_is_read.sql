ALTER TABLE "participants" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unread_mail_reach" ADD COLUMN "again_message_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Whatever was to be told of by now has been, as it came.
UPDATE "unread_mail_reach" SET "again_message_id" = "message_id";