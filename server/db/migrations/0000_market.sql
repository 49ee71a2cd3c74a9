-- The market: people, their sessions, items and photos.

CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- unaccent is not immutable by itself, because its dictionary could be changed; ours is not.
CREATE FUNCTION without_accents(words text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN unaccent('unaccent'::regdictionary, words);--> statement-breakpoint
-- What a search looks at: English stems of title (weight A) and description (C), and the title's words as written (B),
-- so that an unfinished word finds the whole one although its stem differs.
CREATE FUNCTION search_vector(title text, description text) RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN setweight(to_tsvector('pg_catalog.english'::regconfig, without_accents(title)), 'A')
		|| setweight(to_tsvector('pg_catalog.simple'::regconfig, without_accents(title)), 'B')
		|| setweight(to_tsvector('pg_catalog.english'::regconfig, without_accents(description)), 'C');--> statement-breakpoint
CREATE SEQUENCE "market_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "admins" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role_level" text NOT NULL,
	"demo_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admins_email_lower" CHECK ("admins"."email" = lower("admins"."email")),
	CONSTRAINT "admins_role" CHECK ("admins"."role_level" in ('admin', 'super_admin'))
);
--> statement-breakpoint
CREATE TABLE "item_photos" (
	"item_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"photo_hash" text NOT NULL,
	CONSTRAINT "item_photos_item_id_position_pk" PRIMARY KEY("item_id","position"),
	CONSTRAINT "item_photos_position" CHECK ("item_photos"."position" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" integer PRIMARY KEY DEFAULT nextval('market_number') NOT NULL,
	"seller_id" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"price" numeric(8, 2) NOT NULL,
	"category" text NOT NULL,
	"sold_at" timestamp with time zone,
	"banned_at" timestamp with time zone,
	"ban_reason" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (search_vector("items"."title", "items"."description")) STORED,
	CONSTRAINT "items_title_length" CHECK (char_length("items"."title") between 1 and 255),
	CONSTRAINT "items_description_length" CHECK (char_length("items"."description") between 1 and 255),
	CONSTRAINT "items_price_range" CHECK ("items"."price" between 0.01 and 999999.99),
	CONSTRAINT "items_category" CHECK ("items"."category" in ('Electronics', 'Books', 'PYQs', 'Instruments', 'Essentials', 'OTHERS'))
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"hash" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"thumbhash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY DEFAULT nextval('market_number') NOT NULL,
	"user_name" text NOT NULL,
	"email" text,
	"phone" text,
	"password_hash" text,
	"picture_hash" text,
	"token_version" integer DEFAULT 1 NOT NULL,
	"demo_at" timestamp with time zone,
	"email_confirmed_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"banned_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_name_length" CHECK (char_length("users"."user_name") between 1 and 50),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_phone_e164" CHECK ("users"."phone" ~ '^\+[1-9][0-9]{5,14}$'),
	CONSTRAINT "users_reachable" CHECK ("users"."email" is not null or "users"."phone" is not null or "users"."deleted_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "item_photos" ADD CONSTRAINT "item_photos_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_photos" ADD CONSTRAINT "item_photos_photo_hash_photos_hash_fk" FOREIGN KEY ("photo_hash") REFERENCES "photos"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_picture_hash_photos_hash_fk" FOREIGN KEY ("picture_hash") REFERENCES "photos"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_key" ON "admins" USING btree ("email");--> statement-breakpoint
CREATE INDEX "item_photos_hash_idx" ON "item_photos" USING btree ("photo_hash");--> statement-breakpoint
CREATE INDEX "items_seller_idx" ON "items" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "items_newest_idx" ON "items" USING btree ("id") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_category_newest_idx" ON "items" USING btree ("category","id") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_price_idx" ON "items" USING btree ("price","id") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_category_price_idx" ON "items" USING btree ("category","price","id") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_name_idx" ON "items" USING btree (lower("title"),"id") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_category_name_idx" ON "items" USING btree ("category",lower("title"),"id") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_search_idx" ON "items" USING gin ("search") WHERE "items"."sold_at" is null and "items"."banned_at" is null and "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "identities_user_id_idx" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_key" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_picture_hash_idx" ON "users" USING btree ("picture_hash");