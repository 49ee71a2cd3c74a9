CREATE TABLE "blocks" (
	"blocker_id" integer NOT NULL,
	"blocked_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "blocks_not_oneself" CHECK ("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_item_id_buyer_id_pk" PRIMARY KEY("item_id","buyer_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"sender_id" integer NOT NULL,
	"body" text,
	"client_id" uuid,
	"is_withheld" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_client_id_key" UNIQUE("item_id","buyer_id","sender_id","client_id"),
	CONSTRAINT "messages_body_length" CHECK (char_length("messages"."body") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"last_message_id" bigint DEFAULT 0 NOT NULL,
	"last_received_id" bigint DEFAULT 0 NOT NULL,
	"delivered_id" bigint DEFAULT 0 NOT NULL,
	"read_id" bigint DEFAULT 0 NOT NULL,
	"noticed_id" bigint DEFAULT 0 NOT NULL,
	"mailed_id" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "participants_item_id_buyer_id_user_id_pk" PRIMARY KEY("item_id","buyer_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"rating" smallint NOT NULL,
	"category" text NOT NULL,
	"feedback" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"admin_notes" text,
	"reviewed_by" integer,
	"reviewed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_rating" CHECK ("feedback"."rating" between 1 and 5),
	CONSTRAINT "feedback_category" CHECK ("feedback"."category" in ('general', 'product', 'service', 'suggestion')),
	CONSTRAINT "feedback_status" CHECK ("feedback"."status" in ('pending', 'approved', 'rejected') and ("feedback"."status" = 'pending') = ("feedback"."reviewed_at" is null)),
	CONSTRAINT "feedback_shown" CHECK (("feedback"."status" = 'approved' or not "feedback"."is_public") and ("feedback"."is_public" or not "feedback"."is_featured"))
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"message" text NOT NULL,
	"type" text NOT NULL,
	"target" text NOT NULL,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_type" CHECK ("announcements"."type" in ('info', 'warning', 'success', 'error')),
	CONSTRAINT "announcements_target" CHECK ("announcements"."target" in ('admins', 'all'))
);
--> statement-breakpoint
CREATE TABLE "notice_choices" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"in_app" boolean NOT NULL,
	"by_mail" boolean NOT NULL,
	CONSTRAINT "notice_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notice_choices_kind" CHECK ("notice_choices"."kind" in ('message', 'warning', 'report', 'announcement'))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"link" text,
	"announcement_id" integer,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('warning', 'report', 'announcement')),
	CONSTRAINT "notices_announcement" CHECK (("notices"."kind" = 'announcement') = ("notices"."announcement_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "item_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reporter_id" integer NOT NULL,
	"complaint" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"action" text,
	"admin_notes" text,
	"resolved_by" integer,
	"resolved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"item_id" integer NOT NULL,
	CONSTRAINT "item_reports_type" CHECK ("item_reports"."type" in ('other', 'spam', 'inappropriate', 'fraud')),
	CONSTRAINT "item_reports_action" CHECK ("item_reports"."action" in ('none', 'item_banned', 'user_warned', 'user_banned')),
	CONSTRAINT "item_reports_decision" CHECK ("item_reports"."status" in ('pending', 'resolved', 'dismissed') and ("item_reports"."status" = 'pending') = ("item_reports"."resolved_at" is null) and ("item_reports"."status" = 'resolved') = ("item_reports"."action" is not null))
);
--> statement-breakpoint
CREATE TABLE "user_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reporter_id" integer NOT NULL,
	"complaint" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"action" text,
	"admin_notes" text,
	"resolved_by" integer,
	"resolved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reported_id" integer NOT NULL,
	"item_id" integer,
	"chat_item_id" integer,
	"chat_buyer_id" integer,
	CONSTRAINT "user_reports_type" CHECK ("user_reports"."type" in ('harassment', 'spam', 'inappropriate_behavior', 'scam', 'fake_profile', 'other')),
	CONSTRAINT "user_reports_action" CHECK ("user_reports"."action" in ('none', 'user_warned', 'user_banned')),
	CONSTRAINT "user_reports_chat" CHECK (("user_reports"."chat_item_id" is null) = ("user_reports"."chat_buyer_id" is null)),
	CONSTRAINT "user_reports_not_oneself" CHECK ("user_reports"."reporter_id" <> "user_reports"."reported_id"),
	CONSTRAINT "user_reports_decision" CHECK ("user_reports"."status" in ('pending', 'resolved', 'dismissed') and ("user_reports"."status" = 'pending') = ("user_reports"."resolved_at" is null) and ("user_reports"."status" = 'resolved') = ("user_reports"."action" is not null))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"maintenance_mode" boolean DEFAULT false NOT NULL,
	"maintenance_message" text NOT NULL,
	"estimated_downtime" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_only_row" CHECK ("settings"."is_only_row")
);
--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_item_id_buyer_id_conversations_item_id_buyer_id_fk" FOREIGN KEY ("item_id","buyer_id") REFERENCES "public"."conversations"("item_id","buyer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_item_id_buyer_id_conversations_item_id_buyer_id_fk" FOREIGN KEY ("item_id","buyer_id") REFERENCES "public"."conversations"("item_id","buyer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_reviewed_by_admins_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_reports" ADD CONSTRAINT "item_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_reports" ADD CONSTRAINT "item_reports_resolved_by_admins_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_reports" ADD CONSTRAINT "item_reports_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_resolved_by_admins_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_reported_id_users_id_fk" FOREIGN KEY ("reported_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_chat_item_id_items_id_fk" FOREIGN KEY ("chat_item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_chat_buyer_id_users_id_fk" FOREIGN KEY ("chat_buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_blocked_id_idx" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "conversations_buyer_id_idx" ON "conversations" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "messages_conversation_idx" ON "messages" USING btree ("item_id","buyer_id","id");--> statement-breakpoint
CREATE INDEX "messages_sender_id_idx" ON "messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "participants_chats_idx" ON "participants" USING btree ("user_id","last_message_id");--> statement-breakpoint
CREATE INDEX "participants_unread_idx" ON "participants" USING btree ("user_id") WHERE "participants"."last_received_id" > "participants"."read_id";--> statement-breakpoint
CREATE INDEX "participants_unmailed_idx" ON "participants" USING btree ("last_received_id") WHERE "participants"."last_received_id" > "participants"."read_id" and "participants"."last_received_id" > "participants"."mailed_id";--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_once_key" ON "feedback" USING btree ("email",md5("feedback")) WHERE "feedback"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "feedback_testimonials_idx" ON "feedback" USING btree ("id") WHERE "feedback"."status" = 'approved' and "feedback"."is_public";--> statement-breakpoint
CREATE INDEX "feedback_status_idx" ON "feedback" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "feedback_user_id_idx" ON "feedback" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "feedback_email_idx" ON "feedback" USING btree ("email");--> statement-breakpoint
CREATE INDEX "feedback_reviewed_by_idx" ON "feedback" USING btree ("reviewed_by");--> statement-breakpoint
CREATE INDEX "announcements_target_idx" ON "announcements" USING btree ("target","id");--> statement-breakpoint
CREATE INDEX "notices_user_idx" ON "notices" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_unread_idx" ON "notices" USING btree ("user_id","kind") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_announcement_key" ON "notices" USING btree ("announcement_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "item_reports_once_key" ON "item_reports" USING btree ("reporter_id","item_id",md5("complaint")) WHERE "item_reports"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "item_reports_item_id_idx" ON "item_reports" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "item_reports_reporter_id_idx" ON "item_reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "item_reports_status_idx" ON "item_reports" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "item_reports_resolved_by_idx" ON "item_reports" USING btree ("resolved_by");--> statement-breakpoint
CREATE UNIQUE INDEX "user_reports_once_key" ON "user_reports" USING btree ("reporter_id","reported_id",md5("complaint")) WHERE "user_reports"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "user_reports_reported_id_idx" ON "user_reports" USING btree ("reported_id","id");--> statement-breakpoint
CREATE INDEX "user_reports_reporter_id_idx" ON "user_reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "user_reports_status_idx" ON "user_reports" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "user_reports_resolved_by_idx" ON "user_reports" USING btree ("resolved_by");--> statement-breakpoint
CREATE INDEX "user_reports_item_id_idx" ON "user_reports" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "user_reports_chat_idx" ON "user_reports" USING btree ("chat_item_id","chat_buyer_id");--> statement-breakpoint
CREATE INDEX "user_reports_chat_buyer_id_idx" ON "user_reports" USING btree ("chat_buyer_id");--> statement-breakpoint
INSERT INTO "settings" ("maintenance_message", "estimated_downtime") VALUES ('System is under maintenance. Please try again later.', 'Unknown');--> statement-breakpoint
-- Every instance listens, so that the switch holds everywhere at once.
CREATE FUNCTION announce_settings() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		PERFORM pg_notify('settings', '');
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "settings_announced" AFTER UPDATE ON "settings"
	FOR EACH ROW EXECUTE FUNCTION announce_settings();
