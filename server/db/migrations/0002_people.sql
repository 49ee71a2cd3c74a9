-- Links that are mailed once, what sessions look like to their owner, and how a person became verified.

CREATE TABLE "one_time_links" (
	"user_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"token_hash" text,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "one_time_links_user_id_purpose_pk" PRIMARY KEY("user_id","purpose"),
	CONSTRAINT "one_time_links_purpose" CHECK ("one_time_links"."purpose" in ('reset-password', 'confirm-email')),
	CONSTRAINT "one_time_links_expiry" CHECK (("one_time_links"."token_hash" is null) = ("one_time_links"."expires_at" is null))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "former_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_by" text;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_links_token_hash_key" ON "one_time_links" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_pending_email_lower" CHECK ("users"."pending_email" = lower("users"."pending_email"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_verified_by" CHECK ("users"."verified_by" is null or ("users"."verified_by" in ('email', 'admin') and "users"."verified_at" is not null));--> statement-breakpoint
-- Nobody could become verified by an address so far.
UPDATE "users" SET "verified_by" = 'admin' WHERE "verified_at" IS NOT NULL;
