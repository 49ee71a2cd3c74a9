ALTER TABLE "messages" DROP CONSTRAINT "messages_sender_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_item_id_buyer_id_conversations_item_id_buyer_id_fk";
--> statement-breakpoint
DROP INDEX "messages_sender_id_idx";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_participants_fk" FOREIGN KEY ("item_id","buyer_id","sender_id") REFERENCES "public"."participants"("item_id","buyer_id","user_id") ON DELETE no action ON UPDATE no action;