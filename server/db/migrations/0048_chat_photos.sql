CREATE TABLE "chat_photos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_photos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sender_id" integer NOT NULL,
	"photo_hash" text NOT NULL,
	"message_id" bigint,
	"position" smallint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_photos_position_key" UNIQUE("message_id","position"),
	CONSTRAINT "chat_photos_position" CHECK (("chat_photos"."message_id" is null) = ("chat_photos"."position" is null) and coalesce("chat_photos"."position", 0) between 0 and 3)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "photo_count" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_photos" ADD CONSTRAINT "chat_photos_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_photos" ADD CONSTRAINT "chat_photos_photo_hash_photos_hash_fk" FOREIGN KEY ("photo_hash") REFERENCES "public"."photos"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_photos" ADD CONSTRAINT "chat_photos_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_photos_sender_idx" ON "chat_photos" USING btree ("sender_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_photos_hash_idx" ON "chat_photos" USING btree ("photo_hash");--> statement-breakpoint
CREATE INDEX "chat_photos_unsent_idx" ON "chat_photos" USING btree ("created_at") WHERE "chat_photos"."message_id" is null;