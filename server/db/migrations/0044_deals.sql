CREATE TABLE "deal_deadlines" (
	"item_id" integer PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deal_handovers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deal_handovers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"reservation_id" integer NOT NULL,
	"proposed_by" text NOT NULL,
	"spot_id" integer NOT NULL,
	"spot_name" text NOT NULL,
	"spot_hint" text NOT NULL,
	"slots" timestamp with time zone[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"agreed_slot" timestamp with time zone,
	"agreed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"buyer_done" boolean,
	"seller_done" boolean,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "deal_handovers_proposed_by" CHECK ("deal_handovers"."proposed_by" in ('buyer', 'seller')),
	CONSTRAINT "deal_handovers_slots" CHECK (cardinality("deal_handovers"."slots") between 1 and 3),
	CONSTRAINT "deal_handovers_agreed" CHECK (("deal_handovers"."agreed_slot" is null) = ("deal_handovers"."agreed_at" is null) and ("deal_handovers"."agreed_slot" is null or "deal_handovers"."agreed_slot" = any("deal_handovers"."slots"))),
	CONSTRAINT "deal_handovers_said" CHECK ("deal_handovers"."agreed_at" is not null or num_nonnulls("deal_handovers"."buyer_done", "deal_handovers"."seller_done", "deal_handovers"."cancelled_at") = 0)
);
--> statement-breakpoint
CREATE TABLE "deal_offers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deal_offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"by" text NOT NULL,
	"amount" integer NOT NULL,
	"asked_price" numeric(8, 2) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "deal_offers_by" CHECK ("deal_offers"."by" in ('buyer', 'seller')),
	CONSTRAINT "deal_offers_amount" CHECK ("deal_offers"."amount" > 0 and "deal_offers"."amount" <= "deal_offers"."asked_price"),
	CONSTRAINT "deal_offers_outcome" CHECK ("deal_offers"."outcome" in ('accepted', 'declined', 'countered', 'withdrawn', 'lapsed')),
	CONSTRAINT "deal_offers_end" CHECK (("deal_offers"."ended_at" is null) = ("deal_offers"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "deal_queue" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deal_queue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"turn_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "deal_queue_outcome" CHECK ("deal_queue"."outcome" in ('left', 'taken', 'passed', 'lapsed', 'given', 'ended')),
	CONSTRAINT "deal_queue_end" CHECK (("deal_queue"."ended_at" is null) = ("deal_queue"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "deal_reservations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deal_reservations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"amount" numeric(8, 2) NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"reason" text,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "deal_reservations_outcome" CHECK ("deal_reservations"."outcome" in ('released', 'lapsed', 'missed', 'sold', 'ended')),
	CONSTRAINT "deal_reservations_end" CHECK (("deal_reservations"."ended_at" is null) = ("deal_reservations"."outcome" is null)),
	CONSTRAINT "deal_reservations_reason_length" CHECK (char_length("deal_reservations"."reason") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "deal_reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deal_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sale_id" integer NOT NULL,
	"writer_id" integer NOT NULL,
	"about_id" integer NOT NULL,
	"role" text NOT NULL,
	"stars" smallint NOT NULL,
	"tags" text[] NOT NULL,
	"text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	CONSTRAINT "deal_reviews_once" UNIQUE("sale_id","role"),
	CONSTRAINT "deal_reviews_role" CHECK ("deal_reviews"."role" in ('buyer', 'seller')),
	CONSTRAINT "deal_reviews_stars" CHECK ("deal_reviews"."stars" between 1 and 5),
	CONSTRAINT "deal_reviews_tags" CHECK (cardinality("deal_reviews"."tags") <= 3),
	CONSTRAINT "deal_reviews_text_length" CHECK (char_length("deal_reviews"."text") between 1 and 500),
	CONSTRAINT "deal_reviews_answer_length" CHECK (char_length("deal_reviews"."answer") between 1 and 300),
	CONSTRAINT "deal_reviews_answered" CHECK (("deal_reviews"."answer" is null) or ("deal_reviews"."answered_at" is not null)),
	CONSTRAINT "deal_reviews_not_oneself" CHECK ("deal_reviews"."writer_id" <> "deal_reviews"."about_id")
);
--> statement-breakpoint
CREATE TABLE "deal_sales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deal_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"price" numeric(8, 2) NOT NULL,
	"sold_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer_until" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"is_confirmed" boolean,
	"completed_at" timestamp with time zone,
	"review_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "deal_sales_review" CHECK (("deal_sales"."completed_at" is null) = ("deal_sales"."review_until" is null)),
	CONSTRAINT "deal_sales_complete" CHECK ("deal_sales"."completed_at" is null or ("deal_sales"."is_confirmed" is not false and "deal_sales"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "deal_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deal_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"actor_id" integer,
	"action" text,
	"body" jsonb,
	"subject" text NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deal_steps_action" CHECK ("deal_steps"."action" in ('offer', 'accept-offer', 'decline-offer', 'counter-offer', 'withdraw-offer', 'reserve', 'release', 'join-queue', 'leave-queue', 'take-turn', 'pass-turn', 'propose-handover', 'accept-handover', 'cancel-handover', 'handover-done', 'handover-missed', 'confirm-sale', 'deny-sale', 'review', 'reply-review')),
	CONSTRAINT "deal_steps_actor" CHECK (("deal_steps"."actor_id" is null) = ("deal_steps"."action" is null))
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"item_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deals_item_id_buyer_id_pk" PRIMARY KEY("item_id","buyer_id"),
	CONSTRAINT "deals_sides" CHECK ("deals"."buyer_id" <> "deals"."seller_id")
);
--> statement-breakpoint
CREATE TABLE "missed_handovers" (
	"handover_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"reported_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "missed_handovers_not_oneself" CHECK ("missed_handovers"."user_id" <> "missed_handovers"."reported_by")
);
--> statement-breakpoint
ALTER TABLE "notice_choices" DROP CONSTRAINT "notice_choices_kind";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "event" jsonb;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "is_price_fixed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "reserved_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "waiting_count" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "relisted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "sold_price" numeric(8, 2);--> statement-breakpoint
ALTER TABLE "deal_deadlines" ADD CONSTRAINT "deal_deadlines_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_handovers" ADD CONSTRAINT "deal_handovers_reservation_id_deal_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."deal_reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_handovers" ADD CONSTRAINT "deal_handovers_deal_fk" FOREIGN KEY ("item_id","buyer_id") REFERENCES "public"."deals"("item_id","buyer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_offers" ADD CONSTRAINT "deal_offers_deal_fk" FOREIGN KEY ("item_id","buyer_id") REFERENCES "public"."deals"("item_id","buyer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_queue" ADD CONSTRAINT "deal_queue_deal_fk" FOREIGN KEY ("item_id","buyer_id") REFERENCES "public"."deals"("item_id","buyer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_reservations" ADD CONSTRAINT "deal_reservations_deal_fk" FOREIGN KEY ("item_id","buyer_id") REFERENCES "public"."deals"("item_id","buyer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_reviews" ADD CONSTRAINT "deal_reviews_sale_id_deal_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."deal_sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_reviews" ADD CONSTRAINT "deal_reviews_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_reviews" ADD CONSTRAINT "deal_reviews_about_id_users_id_fk" FOREIGN KEY ("about_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_sales" ADD CONSTRAINT "deal_sales_deal_fk" FOREIGN KEY ("item_id","buyer_id") REFERENCES "public"."deals"("item_id","buyer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_steps" ADD CONSTRAINT "deal_steps_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_steps" ADD CONSTRAINT "deal_steps_deal_fk" FOREIGN KEY ("item_id","buyer_id") REFERENCES "public"."deals"("item_id","buyer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missed_handovers" ADD CONSTRAINT "missed_handovers_handover_id_deal_handovers_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."deal_handovers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missed_handovers" ADD CONSTRAINT "missed_handovers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missed_handovers" ADD CONSTRAINT "missed_handovers_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_deadlines_due_idx" ON "deal_deadlines" USING btree ("due_at","item_id") WHERE "deal_deadlines"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "deal_handovers_reservation_idx" ON "deal_handovers" USING btree ("reservation_id","id");--> statement-breakpoint
CREATE INDEX "deal_handovers_deal_idx" ON "deal_handovers" USING btree ("item_id","buyer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deal_offers_open_key" ON "deal_offers" USING btree ("item_id","buyer_id") WHERE "deal_offers"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deal_offers_deal_idx" ON "deal_offers" USING btree ("item_id","buyer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deal_queue_person_key" ON "deal_queue" USING btree ("buyer_id","item_id") WHERE "deal_queue"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deal_queue_order_idx" ON "deal_queue" USING btree ("item_id","id") WHERE "deal_queue"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "deal_queue_turn_key" ON "deal_queue" USING btree ("item_id") WHERE "deal_queue"."ended_at" is null and "deal_queue"."turn_until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "deal_reservations_living_key" ON "deal_reservations" USING btree ("item_id") WHERE "deal_reservations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deal_reservations_deal_idx" ON "deal_reservations" USING btree ("item_id","buyer_id","id");--> statement-breakpoint
CREATE INDEX "deal_reviews_about_idx" ON "deal_reviews" USING btree ("about_id","id");--> statement-breakpoint
CREATE INDEX "deal_reviews_writer_idx" ON "deal_reviews" USING btree ("writer_id");--> statement-breakpoint
CREATE INDEX "deal_sales_deal_idx" ON "deal_sales" USING btree ("item_id","buyer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deal_sales_unanswered_key" ON "deal_sales" USING btree ("item_id") WHERE "deal_sales"."ended_at" is null and "deal_sales"."completed_at" is null and "deal_sales"."is_confirmed" is null;--> statement-breakpoint
CREATE INDEX "deal_sales_completed_idx" ON "deal_sales" USING btree ("completed_at") WHERE "deal_sales"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "deal_steps_deal_idx" ON "deal_steps" USING btree ("item_id","buyer_id","id");--> statement-breakpoint
CREATE INDEX "deal_steps_actor_idx" ON "deal_steps" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "deals_buyer_idx" ON "deals" USING btree ("buyer_id","changed_at","item_id");--> statement-breakpoint
CREATE INDEX "deals_seller_idx" ON "deals" USING btree ("seller_id","changed_at","item_id","buyer_id");--> statement-breakpoint
CREATE INDEX "missed_handovers_user_idx" ON "missed_handovers" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "missed_handovers_reporter_idx" ON "missed_handovers" USING btree ("reported_by");--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_kind" CHECK ("notice_choices"."kind" in ('message', 'sale', 'offer', 'reservation', 'queue-turn', 'handover', 'review', 'price-drop', 'back-on-sale', 'wanted-answer', 'wanted-ending', 'search-alert', 'warning', 'report', 'announcement'));--> statement-breakpoint
-- The rows are checked by the next migration, without blocking writers.
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('sale', 'offer', 'reservation', 'queue-turn', 'handover', 'review', 'price-drop', 'back-on-sale', 'wanted-answer', 'wanted-ending', 'search-alert', 'warning', 'report', 'announcement')) NOT VALID;--> statement-breakpoint
-- An item that is on sale again begins anew: what was offered before does not count.
CREATE FUNCTION note_relisting() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		NEW.relisted_at := now();
		NEW.sold_price := NULL;
		RETURN NEW;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "items_relisted" BEFORE UPDATE OF "sold_at" ON "items"
	FOR EACH ROW WHEN (OLD.sold_at IS NOT NULL AND NEW.sold_at IS NULL) EXECUTE FUNCTION note_relisting();--> statement-breakpoint
-- Offers, reservations and queues follow what happens to their item and people: their time has come with the same commit,
-- and the instances are told (server/features/deals/settle.ts).
CREATE FUNCTION notify_deals() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		PERFORM pg_notify('deals', '');
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "deal_deadlines_notified" AFTER UPDATE OF "due_at" ON "deal_deadlines"
	FOR EACH ROW WHEN (NEW.due_at <= now()) EXECUTE FUNCTION notify_deals();--> statement-breakpoint
CREATE FUNCTION set_deals_of_item_due() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		UPDATE deal_deadlines SET due_at = now() WHERE item_id = NEW.id;
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "items_change_deals" AFTER UPDATE OF "price", "is_price_fixed", "sold_at", "banned_at", "deleted_at" ON "items"
	FOR EACH ROW WHEN (
		(OLD.price, OLD.is_price_fixed, OLD.sold_at, OLD.banned_at, OLD.deleted_at)
			IS DISTINCT FROM (NEW.price, NEW.is_price_fixed, NEW.sold_at, NEW.banned_at, NEW.deleted_at)
	) EXECUTE FUNCTION set_deals_of_item_due();--> statement-breakpoint
CREATE FUNCTION set_deals_of_person_due() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		UPDATE deal_deadlines SET due_at = now()
		WHERE item_id IN (SELECT item_id FROM deals WHERE buyer_id = NEW.id UNION SELECT item_id FROM deals WHERE seller_id = NEW.id);
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "users_change_deals" AFTER UPDATE OF "banned_at", "deleted_at" ON "users"
	FOR EACH ROW WHEN (
		(OLD.banned_at, OLD.deleted_at) IS DISTINCT FROM (NEW.banned_at, NEW.deleted_at)
	) EXECUTE FUNCTION set_deals_of_person_due();--> statement-breakpoint
CREATE FUNCTION set_deals_of_block_due() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		UPDATE deal_deadlines SET due_at = now()
		WHERE item_id IN (
			SELECT item_id FROM deals WHERE buyer_id = NEW.blocker_id AND seller_id = NEW.blocked_id
			UNION SELECT item_id FROM deals WHERE buyer_id = NEW.blocked_id AND seller_id = NEW.blocker_id
		);
		RETURN NULL;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "blocks_change_deals" AFTER INSERT ON "blocks"
	FOR EACH ROW EXECUTE FUNCTION set_deals_of_block_due();
