CREATE TABLE "studies" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"branch_code" text,
	"semester" smallint,
	"since" date,
	CONSTRAINT "studies_semester" CHECK ("studies"."semester" between 1 and 10),
	CONSTRAINT "studies_complete" CHECK (num_nulls("studies"."branch_code", "studies"."semester", "studies"."since") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_branch_code_branches_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branches"("code") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "studies_branch_code_idx" ON "studies" USING btree ("branch_code");
