CREATE TABLE "saved_search_anchors" (
	"anchor" text NOT NULL,
	"search_id" integer NOT NULL,
	CONSTRAINT "saved_search_anchors_anchor_search_id_pk" PRIMARY KEY("anchor","search_id")
);
--> statement-breakpoint
CREATE TABLE "saved_search_matches" (
	"search_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "saved_search_matches_search_id_item_id_pk" PRIMARY KEY("search_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"words" text,
	"words_key" text GENERATED ALWAYS AS (lower("saved_searches"."words")) STORED,
	"category_id" integer,
	"category_name" text,
	"conditions" text[],
	"subject" text,
	"branch" text,
	"semester" smallint,
	"min_price" numeric(9, 2),
	"max_price" numeric(9, 2),
	"is_free" boolean DEFAULT false NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"alert" text DEFAULT 'daily' NOT NULL,
	"word_query" "tsquery",
	"compiled_with" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"alerted_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	CONSTRAINT "saved_searches_filters" UNIQUE NULLS NOT DISTINCT("user_id","words_key","category_id","conditions","subject","branch","semester","min_price","max_price","is_free","is_verified"),
	CONSTRAINT "saved_searches_alert" CHECK ("saved_searches"."alert" in ('instant', 'daily', 'off')),
	CONSTRAINT "saved_searches_due" CHECK ("saved_searches"."alert" <> 'off' or "saved_searches"."due_at" is null),
	CONSTRAINT "saved_searches_words_length" CHECK (char_length("saved_searches"."words") between 1 and 200),
	CONSTRAINT "saved_searches_word_query" CHECK (("saved_searches"."words" is null) = ("saved_searches"."word_query" is null)),
	CONSTRAINT "saved_searches_category" CHECK (("saved_searches"."category_id" is null) = ("saved_searches"."category_name" is null)),
	CONSTRAINT "saved_searches_conditions" CHECK ("saved_searches"."conditions" <@ array['new', 'like-new', 'good', 'fair', 'for-parts'] and cardinality("saved_searches"."conditions") > 0),
	CONSTRAINT "saved_searches_semester" CHECK ("saved_searches"."semester" between 1 and 10),
	CONSTRAINT "saved_searches_not_everything" CHECK (num_nonnulls("saved_searches"."words", "saved_searches"."category_id", "saved_searches"."conditions", "saved_searches"."subject", "saved_searches"."branch", "saved_searches"."semester", "saved_searches"."min_price", "saved_searches"."max_price") > 0 or "saved_searches"."is_free" or "saved_searches"."is_verified")
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "search_id" integer;--> statement-breakpoint
ALTER TABLE "saved_search_anchors" ADD CONSTRAINT "saved_search_anchors_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_search_anchors_search_idx" ON "saved_search_anchors" USING btree ("search_id");--> statement-breakpoint
CREATE INDEX "saved_searches_due_idx" ON "saved_searches" USING btree ("due_at","id") WHERE "saved_searches"."due_at" is not null;--> statement-breakpoint
-- Every row has null; the next migration checks it without blocking writers.
ALTER TABLE "notices" ADD CONSTRAINT "notices_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
-- A search follows its category by number. The name is kept for when the category is gone.
CREATE FUNCTION follow_category_name() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		UPDATE saved_searches SET category_name = NEW.name WHERE category_id = NEW.id;
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "categories_renamed" AFTER UPDATE OF "name" ON "categories"
	FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION follow_category_name();
