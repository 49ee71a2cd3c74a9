CREATE TABLE "read_announcements" (
	"admin_id" integer NOT NULL,
	"announcement_id" integer NOT NULL,
	CONSTRAINT "read_announcements_admin_id_announcement_id_pk" PRIMARY KEY("admin_id","announcement_id")
);
--> statement-breakpoint
ALTER TABLE "read_announcements" ADD CONSTRAINT "read_announcements_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_announcements" ADD CONSTRAINT "read_announcements_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "read_announcements_announcement_idx" ON "read_announcements" USING btree ("announcement_id");
