CREATE TABLE "branches" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_lists" (
	"list" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"icon" text NOT NULL,
	"position" smallint NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "categories_name" UNIQUE("name"),
	CONSTRAINT "categories_name_length" CHECK (char_length("categories"."name") between 1 and 30),
	CONSTRAINT "categories_name_not_all" CHECK (lower("categories"."name") <> 'all'),
	CONSTRAINT "categories_icon" CHECK ("categories"."icon" in ('circuit-board', 'book-open', 'scroll-text', 'drafting-compass', 'shopping-bag', 'boxes', 'stethoscope', 'flask', 'scale', 'palette', 'music', 'shirt', 'bike', 'bed', 'dumbbell', 'laptop', 'calculator', 'ticket')),
	CONSTRAINT "categories_fields" CHECK (jsonb_typeof("categories"."fields") = 'array' and jsonb_array_length("categories"."fields") <= 4)
);
--> statement-breakpoint
CREATE TABLE "search_word_groups" (
	"position" smallint PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subjects" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"branch_code" text NOT NULL,
	"semester" smallint NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "subjects_semester" CHECK ("subjects"."semester" between 1 and 10)
);
--> statement-breakpoint
CREATE TABLE "term_starts" (
	"day" text PRIMARY KEY NOT NULL,
	CONSTRAINT "term_starts_day" CHECK ("term_starts"."day" ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$')
);
--> statement-breakpoint
-- The categories of the requirements. They are data from here on, kept by administrators.
INSERT INTO "categories" ("name", "icon", "position", "fields") VALUES
	('Electronics', 'circuit-board', 0, '[{"key":"works","label":"Works","kind":"yes-no"},{"key":"brand","label":"Brand","kind":"text"}]'),
	('Books', 'book-open', 1, '[{"key":"isbn","label":"ISBN","kind":"isbn"},{"key":"author","label":"Author","kind":"text"},{"key":"edition","label":"Edition","kind":"text"}]'),
	('PYQs', 'scroll-text', 2, '[{"key":"years","label":"Years","kind":"text"},{"key":"exam","label":"Exam","kind":"choice","choices":["Mid-semester","End-semester","Entrance","Other"]}]'),
	('Instruments', 'drafting-compass', 3, '[{"key":"brand","label":"Brand","kind":"text"}]'),
	('Essentials', 'shopping-bag', 4, '[]'),
	('OTHERS', 'boxes', 5, '[]');--> statement-breakpoint
INSERT INTO "search_word_groups" ("position", "words") VALUES
	(0, ARRAY['calci', 'calculator']),
	(1, ARRAY['labcoat', 'lab coat', 'apron']),
	(2, ARRAY['pyq', 'previous year paper', 'previous year question paper', 'question paper']),
	(3, ARRAY['drafter', 'mini drafter', 'drafting machine']),
	(4, ARRAY['ed', 'engineering drawing']),
	(5, ARRAY['maths', 'mathematics']),
	(6, ARRAY['dbms', 'database management']),
	(7, ARRAY['os', 'operating system']),
	(8, ARRAY['dsa', 'data structures']),
	(9, ARRAY['geometry box', 'compass box', 'instrument box']),
	(10, ARRAY['multimeter', 'multi meter']),
	(11, ARRAY['breadboard', 'bread board']),
	(12, ARRAY['pendrive', 'pen drive', 'flash drive', 'usb drive']),
	(13, ARRAY['powerbank', 'power bank']),
	(14, ARRAY['earphones', 'earbuds', 'airdopes']),
	(15, ARRAY['mobile', 'phone', 'smartphone']),
	(16, ARRAY['extension board', 'extension cord', 'spike guard', 'power strip']),
	(17, ARRAY['study lamp', 'table lamp', 'desk lamp']),
	(18, ARRAY['cycle', 'bicycle']),
	(19, ARRAY['bedsheet', 'bed sheet']),
	(20, ARRAY['almirah', 'cupboard', 'wardrobe']),
	(21, ARRAY['bucket', 'balti']),
	(22, ARRAY['laptop', 'notebook computer']),
	(23, ARRAY['charger', 'adapter']),
	(24, ARRAY['headphones', 'headset']),
	(25, ARRAY['hostel', 'pg']),
	(26, ARRAY['notes', 'handwritten notes']),
	(27, ARRAY['textbook', 'text book']),
	(28, ARRAY['scale', 'ruler']),
	(29, ARRAY['drawing board', 'drafting board']),
	(30, ARRAY['set square', 'set squares']),
	(31, ARRAY['soldering iron', 'solder iron']),
	(32, ARRAY['arduino', 'arduino uno']),
	(33, ARRAY['raspberry pi', 'raspi']),
	(34, ARRAY['hdd', 'hard disk', 'hard drive']),
	(35, ARRAY['ssd', 'solid state drive']),
	(36, ARRAY['kettle', 'electric kettle']),
	(37, ARRAY['induction', 'induction cooktop']),
	(38, ARRAY['iron box', 'clothes iron']),
	(39, ARRAY['table fan', 'desk fan']),
	(40, ARRAY['mattress', 'gadda']),
	(41, ARRAY['shoes', 'sneakers']);--> statement-breakpoint
INSERT INTO "term_starts" ("day") VALUES ('01-02'), ('07-15');--> statement-breakpoint
INSERT INTO "catalogue_lists" ("list") VALUES ('categories'), ('subjects'), ('search-words'), ('terms');--> statement-breakpoint
ALTER TABLE "items" DROP CONSTRAINT "items_category";--> statement-breakpoint
ALTER TABLE "items" DROP CONSTRAINT "items_price_range";--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "search" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "condition" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "details" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "subjects" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_branch_code_branches_code_fk" FOREIGN KEY ("branch_code") REFERENCES "public"."branches"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name_case" ON "categories" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "subjects_code_case" ON "subjects" USING btree (upper("code"));--> statement-breakpoint
CREATE INDEX "subjects_branch_idx" ON "subjects" USING btree ("branch_code","semester");--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_category_categories_name_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("name") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_condition" CHECK ("items"."condition" in ('new', 'like-new', 'good', 'fair', 'for-parts')) NOT VALID;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_details" CHECK (jsonb_typeof("items"."details") = 'object') NOT VALID;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_subjects" CHECK (cardinality("items"."subjects") <= 3) NOT VALID;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_price_range" CHECK ("items"."price" = 0 or "items"."price" between 0.01 and 999999.99) NOT VALID;--> statement-breakpoint
-- A subject code may be typed with or without its hyphen.
CREATE FUNCTION item_search_vector(title text, description text, details jsonb, subjects text[]) RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	AS $$
		SELECT search_vector(title, description)
			|| setweight(to_tsvector('pg_catalog.english'::regconfig, without_accents(words)), 'C')
			|| setweight(to_tsvector('pg_catalog.simple'::regconfig, without_accents(words)), 'D')
		FROM (
			SELECT concat_ws(' ',
				(SELECT string_agg(value, ' ') FROM jsonb_each_text(details) WHERE value NOT IN ('yes', 'no')),
				replace(array_to_string(subjects, ' '), '-', ' '),
				replace(array_to_string(subjects, ' '), '-', '')) AS words
		) AS stated
	$$;--> statement-breakpoint
CREATE FUNCTION set_item_search() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		NEW.search := item_search_vector(NEW.title, NEW.description, NEW.details, NEW.subjects);
		RETURN NEW;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "items_search_new" BEFORE INSERT ON "items" FOR EACH ROW EXECUTE FUNCTION set_item_search();--> statement-breakpoint
CREATE TRIGGER "items_search_changed" BEFORE UPDATE OF "title", "description", "details", "subjects" ON "items"
	FOR EACH ROW EXECUTE FUNCTION set_item_search();--> statement-breakpoint
-- Every instance keeps the catalogue in memory and reads it again when a list changes.
CREATE FUNCTION notify_catalogue() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		PERFORM pg_notify('catalogue', '');
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "categories_notified" AFTER INSERT OR UPDATE OR DELETE ON "categories"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();--> statement-breakpoint
CREATE TRIGGER "branches_notified" AFTER INSERT OR UPDATE OR DELETE ON "branches"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();--> statement-breakpoint
CREATE TRIGGER "subjects_notified" AFTER INSERT OR UPDATE OR DELETE ON "subjects"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();--> statement-breakpoint
CREATE TRIGGER "search_word_groups_notified" AFTER INSERT OR UPDATE OR DELETE ON "search_word_groups"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();--> statement-breakpoint
CREATE TRIGGER "term_starts_notified" AFTER INSERT OR UPDATE OR DELETE ON "term_starts"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue();
