CREATE TABLE "saved_items" (
	"user_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_price" numeric(8, 2) NOT NULL,
	"notified_price" numeric(8, 2),
	"notified_at" timestamp with time zone,
	CONSTRAINT "saved_items_user_id_item_id_pk" PRIMARY KEY("user_id","item_id"),
	CONSTRAINT "saved_items_notified" CHECK (("saved_items"."notified_price" is null) = ("saved_items"."notified_at" is null))
);
--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_items_newest_idx" ON "saved_items" USING btree ("user_id","saved_at","item_id");--> statement-breakpoint
CREATE INDEX "saved_items_item_idx" ON "saved_items" USING btree ("item_id");
