CREATE TABLE "unread_mail_reach" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"message_id" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "unread_mail_reach_only_row" CHECK ("unread_mail_reach"."is_only_row")
);
--> statement-breakpoint
-- Nothing before the oldest message that is still to be mailed is looked at again.
INSERT INTO "unread_mail_reach" ("message_id")
SELECT coalesce(
	(SELECT min(greatest("read_id", "mailed_id")) FROM "participants"
		WHERE "last_received_id" > "read_id" AND "last_received_id" > "mailed_id"),
	(SELECT max("id") FROM "messages"),
	0);
--> statement-breakpoint
DROP INDEX "participants_chats_idx";--> statement-breakpoint
DROP INDEX "participants_unread_idx";--> statement-breakpoint
DROP INDEX "participants_unmailed_idx";--> statement-breakpoint
CREATE INDEX "participants_user_id_idx" ON "participants" USING btree ("user_id");--> statement-breakpoint
-- Room for a row's next version beside it.
ALTER TABLE "participants" SET (fillfactor = 75);
