CREATE TABLE "admin_idempotency_keys" (
	"admin_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"announcement_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_idempotency_keys_admin_id_key_pk" PRIMARY KEY("admin_id","key")
);
--> statement-breakpoint
ALTER TABLE "admin_idempotency_keys" ADD CONSTRAINT "admin_idempotency_keys_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_idempotency_keys" ADD CONSTRAINT "admin_idempotency_keys_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_idempotency_keys_announcement_id_idx" ON "admin_idempotency_keys" USING btree ("announcement_id");--> statement-breakpoint
CREATE INDEX "admin_idempotency_keys_created_at_idx" ON "admin_idempotency_keys" USING btree ("created_at");