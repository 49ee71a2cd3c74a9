-- The state of a deal moves into the row of the deal; the messages of the chat are its steps. Everything that is open,
-- and everything that still counts, is carried over. The next migration drops the tables that held it.
-- What instances of the version before do with deals fails from here on: they are stopped first (docs/operations/runbook.md).
LOCK TABLE "deals", "deal_offers", "deal_reservations", "deal_queue", "deal_handovers", "deal_steps", "deal_sales", "messages" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE SEQUENCE "public"."deal_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "missed_handovers" DROP CONSTRAINT "missed_handovers_handover_id_deal_handovers_id_fk";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "missed_handovers" ADD COLUMN "contested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deal_sales" ADD COLUMN "from_handover" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "counts" jsonb DEFAULT '{"listedAt":"1970-01-01T00:00:00.000Z","attempts":{},"accepted":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "has_buyer_agreed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "offer" jsonb;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "hold" jsonb;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "place" jsonb;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "place_number" bigint GENERATED ALWAYS AS (("deals"."place" ->> 'number')::bigint) STORED;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "handover" jsonb;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "calendar" jsonb;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "missed" jsonb;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "past" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "next_turn_until" timestamp with time zone;--> statement-breakpoint
SELECT setval('deal_ids', greatest(
	1,
	(SELECT max("id") FROM "deal_offers"),
	(SELECT max("id") FROM "deal_handovers"),
	(SELECT max("id") FROM "deal_queue")
));--> statement-breakpoint
-- Times in the columns are as JavaScript writes them.
CREATE FUNCTION pg_temp.moment("at" timestamp with time zone) RETURNS text LANGUAGE sql
AS $$ SELECT to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;--> statement-breakpoint
-- The clock of deals stands still during maintenance.
CREATE FUNCTION pg_temp.deal_now() RETURNS timestamp with time zone LANGUAGE sql
AS $$ SELECT coalesce((SELECT "closed_at" FROM "settings" WHERE "maintenance_mode"), now()) $$;--> statement-breakpoint
CREATE FUNCTION pg_temp.handover("of" "deal_handovers") RETURNS jsonb LANGUAGE sql
AS $$ SELECT jsonb_build_object(
	'id', "of"."id",
	'proposedBy', "of"."proposed_by",
	'spot', jsonb_build_object('id', "of"."spot_id", 'name', "of"."spot_name", 'hint', "of"."spot_hint"),
	'slots', (SELECT jsonb_agg(pg_temp.moment("slot") ORDER BY "nr") FROM unnest("of"."slots") WITH ORDINALITY AS "each" ("slot", "nr")),
	'agreedSlot', pg_temp.moment("of"."agreed_slot"),
	'done', jsonb_build_object('buyer', "of"."buyer_done", 'seller', "of"."seller_done"),
	'isReminded', "of"."reminded_at" IS NOT NULL
) $$;--> statement-breakpoint
-- From now on a reservation with an agreed hand-over lasts until 24 hours after it, instead of two.
UPDATE "deal_reservations" AS "reservation" SET "until" = "handover"."agreed_slot" + interval '24 hours'
FROM "deal_handovers" AS "handover"
WHERE "handover"."reservation_id" = "reservation"."id" AND "handover"."agreed_at" IS NOT NULL AND "handover"."cancelled_at" IS NULL
	AND "reservation"."ended_at" IS NULL AND "reservation"."until" > pg_temp.deal_now();--> statement-breakpoint
-- Offers, counted since the item was last put up. Not materialized: each deal finds its own by the index.
WITH "offers" AS NOT MATERIALIZED (
	SELECT "offer".*, "offer"."created_at" >= coalesce("item"."relisted_at", "item"."created_at") AS "is_counted"
	FROM "deal_offers" AS "offer" JOIN "items" AS "item" ON "item"."id" = "offer"."item_id"
)
UPDATE "deals" AS "deal" SET
	"counts" = jsonb_build_object(
		'listedAt', pg_temp.moment(coalesce("item"."relisted_at", "item"."created_at")),
		'attempts', coalesce((
			SELECT jsonb_object_agg("price", "attempts") FROM (
				SELECT trim_scale("asked_price")::text AS "price", count(*) AS "attempts" FROM "offers"
				WHERE "offers"."item_id" = "deal"."item_id" AND "offers"."buyer_id" = "deal"."buyer_id" AND "by" = 'buyer' AND "is_counted"
				GROUP BY 1
			) AS "of_price"
		), '{}'),
		'withheldAttempts', coalesce((
			SELECT jsonb_object_agg("price", "attempts") FROM (
				SELECT trim_scale("asked_price")::text AS "price", count(*) AS "attempts" FROM "offers"
				WHERE "offers"."item_id" = "deal"."item_id" AND "offers"."buyer_id" = "deal"."buyer_id" AND "by" = 'buyer' AND "is_counted"
					AND "is_withheld"
				GROUP BY 1
			) AS "of_price"
		), '{}'),
		'accepted', coalesce((
			SELECT jsonb_agg("amount" ORDER BY "newest_id" DESC) FROM (
				SELECT "amount", max("id") AS "newest_id" FROM "offers"
				WHERE "offers"."item_id" = "deal"."item_id" AND "offers"."buyer_id" = "deal"."buyer_id" AND "outcome" = 'accepted' AND "is_counted"
				GROUP BY "amount"
			) AS "of_amount"
		), '[]')
	),
	"offer" = (
		SELECT jsonb_build_object(
			'id', "id", 'by', "by", 'amount', "amount", 'askedPrice', trim_scale("asked_price"),
			'expiresAt', pg_temp.moment("expires_at"), 'isWithheld', "is_withheld"
		)
		FROM "offers"
		WHERE "offers"."item_id" = "deal"."item_id" AND "offers"."buyer_id" = "deal"."buyer_id" AND "ended_at" IS NULL
	)
FROM "items" AS "item"
WHERE "item"."id" = "deal"."item_id"
	AND EXISTS (SELECT FROM "deal_offers" AS "any" WHERE "any"."item_id" = "deal"."item_id" AND "any"."buyer_id" = "deal"."buyer_id");--> statement-breakpoint
-- Places in queues, and the turns among them, which keep their end.
UPDATE "deals" AS "deal" SET
	"place" = jsonb_build_object(
		'number', "place"."id", 'joinedAt', pg_temp.moment("place"."joined_at"), 'isWithheld', "place"."is_withheld"
	),
	"hold" = CASE WHEN "place"."turn_until" IS NOT NULL THEN jsonb_build_object(
		'kind', 'turn', 'amount', trim_scale("item"."price"),
		'startedAt', pg_temp.moment("place"."turn_until" - interval '6 hours'), 'until', pg_temp.moment("place"."turn_until"),
		'isReminded', false
	) END
FROM "deal_queue" AS "place" JOIN "items" AS "item" ON "item"."id" = "place"."item_id"
WHERE "place"."item_id" = "deal"."item_id" AND "place"."buyer_id" = "deal"."buyer_id" AND "place"."ended_at" IS NULL;--> statement-breakpoint
-- Reservations, each with its newest hand-over unless that was called off.
UPDATE "deals" AS "deal" SET
	"hold" = jsonb_build_object(
		'kind', 'reserved', 'amount', trim_scale("reservation"."amount"),
		'startedAt', pg_temp.moment("reservation"."started_at"), 'until', pg_temp.moment("reservation"."until"),
		'isReminded', "reservation"."reminded_at" IS NOT NULL
			AND "reservation"."until" <= pg_temp.deal_now() + interval '2 hours'
	),
	"handover" = (
		SELECT CASE WHEN "newest"."cancelled_at" IS NULL THEN pg_temp.handover("newest") END
		FROM "deal_handovers" AS "newest" WHERE "newest"."reservation_id" = "reservation"."id"
		ORDER BY "newest"."id" DESC LIMIT 1
	)
FROM "deal_reservations" AS "reservation"
WHERE "reservation"."item_id" = "deal"."item_id" AND "reservation"."buyer_id" = "deal"."buyer_id"
	AND "reservation"."ended_at" IS NULL;--> statement-breakpoint
-- The hand-over that was agreed last, as calendars have it. The sequence is above the one sent before.
WITH "agreed" AS (
	SELECT DISTINCT ON ("handover"."item_id", "handover"."buyer_id") "handover".*, "reservation"."amount",
		count(*) OVER (PARTITION BY "handover"."item_id", "handover"."buyer_id") AS "agreements",
		("handover"."cancelled_at" IS NOT NULL OR "reservation"."ended_at" IS NOT NULL)
			AND NOT (coalesce("buyer_done", false) OR coalesce("seller_done", false) OR EXISTS (
				SELECT FROM "deal_sales" AS "sale"
				WHERE "sale"."item_id" = "handover"."item_id" AND "sale"."buyer_id" = "handover"."buyer_id"
					AND "sold_at" BETWEEN "handover"."agreed_at" AND "reservation"."ended_at"
			)) AS "is_cancelled"
	FROM "deal_handovers" AS "handover" JOIN "deal_reservations" AS "reservation" ON "reservation"."id" = "reservation_id"
	WHERE "agreed_at" IS NOT NULL
	ORDER BY "handover"."item_id", "handover"."buyer_id", "handover"."id" DESC
)
UPDATE "deals" AS "deal" SET "calendar" = jsonb_build_object(
	'slot', pg_temp.moment("agreed_slot"),
	'spot', jsonb_build_object('name', "spot_name", 'hint', "spot_hint"),
	'amount', trim_scale("amount"),
	'sequence', 2 * "agreements" - 1 + "is_cancelled"::int,
	'isCancelled', "is_cancelled"
)
FROM "agreed" WHERE "agreed"."item_id" = "deal"."item_id" AND "agreed"."buyer_id" = "deal"."buyer_id";--> statement-breakpoint
-- The newest report that one side did not come.
WITH "missed" AS (
	SELECT DISTINCT ON ("handover"."item_id", "handover"."buyer_id") "handover"."item_id", "handover"."buyer_id",
		pg_temp.handover("handover") AS "handover", "report"."reported_by", "report"."created_at"
	FROM "missed_handovers" AS "report" JOIN "deal_handovers" AS "handover" ON "handover"."id" = "report"."handover_id"
	ORDER BY "handover"."item_id", "handover"."buyer_id", "handover"."id" DESC
)
UPDATE "deals" AS "deal" SET "missed" = jsonb_build_object(
	'handover', "missed"."handover",
	'reportedBy', CASE "missed"."reported_by" WHEN "deal"."buyer_id" THEN 'buyer' ELSE 'seller' END,
	'reportedAt', pg_temp.moment("missed"."created_at"),
	'isContested', false
)
FROM "missed" WHERE "missed"."item_id" = "deal"."item_id" AND "missed"."buyer_id" = "deal"."buyer_id";--> statement-breakpoint
-- What is over: a request that names it gets the refusal that it got before.
WITH "ended" AS (
	SELECT "item_id", "buyer_id", 'offer' AS "kind", "id", "ended_at",
		CASE "outcome" WHEN 'lapsed' THEN 'lapsed' ELSE 'decided' END AS "outcome", "is_withheld"
	FROM "deal_offers" WHERE "ended_at" IS NOT NULL
	UNION ALL
	SELECT "handover"."item_id", "handover"."buyer_id", 'handover', "handover"."id", coalesce("cancelled_at", "ended_at", "handover"."created_at"),
		CASE
			WHEN "agreed_at" IS NULL OR "cancelled_at" IS NOT NULL OR "ended_at" IS NULL OR "reservation"."outcome" = 'sold' THEN 'over'
			WHEN "reservation"."outcome" = 'missed' THEN 'decided'
			ELSE 'lapsed'
		END, false
	FROM "deal_handovers" AS "handover" JOIN "deal_reservations" AS "reservation" ON "reservation"."id" = "reservation_id"
	WHERE NOT EXISTS (
		SELECT FROM "deals" AS "open"
		WHERE "open"."item_id" = "handover"."item_id" AND "open"."buyer_id" = "handover"."buyer_id"
			AND ("open"."handover" ->> 'id')::int = "handover"."id"
	)
), "numbered" AS (
	SELECT *, row_number() OVER (PARTITION BY "item_id", "buyer_id" ORDER BY "ended_at" DESC, "id" DESC) AS "nr" FROM "ended"
), "past" AS (
	SELECT "item_id", "buyer_id", jsonb_agg(jsonb_build_object(
		'id', "id", 'kind', "kind", 'outcome', "outcome", 'isWithheld', "is_withheld"
	) ORDER BY "nr") AS "steps"
	FROM "numbered" WHERE "nr" <= 20 GROUP BY "item_id", "buyer_id"
)
UPDATE "deals" AS "deal" SET "past" = "past"."steps"
FROM "past" WHERE "past"."item_id" = "deal"."item_id" AND "past"."buyer_id" = "deal"."buyer_id";--> statement-breakpoint
UPDATE "deals" AS "deal" SET "has_buyer_agreed" = true
WHERE EXISTS (
	SELECT FROM "deal_steps" AS "step"
	WHERE "step"."item_id" = "deal"."item_id" AND "step"."buyer_id" = "deal"."buyer_id"
		AND ("action" = 'take-turn' OR "event" ->> 'type' IN ('offer-accepted', 'handover-agreed'))
);--> statement-breakpoint
-- A sale that followed from an agreed hand-over which no side denies: the first one after its hour.
UPDATE "deal_sales" AS "sale" SET "from_handover" = true
FROM "deal_handovers" AS "handover" JOIN "deal_reservations" AS "reservation" ON "reservation"."id" = "handover"."reservation_id"
WHERE "handover"."item_id" = "sale"."item_id" AND "handover"."buyer_id" = "sale"."buyer_id"
	AND "handover"."agreed_at" IS NOT NULL AND "handover"."cancelled_at" IS NULL
	AND "handover"."buyer_done" IS NOT FALSE AND "handover"."seller_done" IS NOT FALSE
	AND ("reservation"."outcome" = 'sold' OR "handover"."buyer_done" AND "handover"."seller_done")
	AND "sale"."id" = (
		SELECT min("first"."id") FROM "deal_sales" AS "first"
		WHERE "first"."item_id" = "handover"."item_id" AND "first"."buyer_id" = "handover"."buyer_id"
			AND "first"."sold_at" >= "handover"."agreed_slot"
	);--> statement-breakpoint
-- A request of the last 30 days is recognised by the message of its step. Equal steps of a person have equal messages, in the same order.
WITH "steps" AS (
	SELECT *, row_number() OVER (PARTITION BY "item_id", "buyer_id", "actor_id", "event" ORDER BY "id") AS "nr"
	FROM "deal_steps" WHERE "actor_id" IS NOT NULL
), "told" AS (
	SELECT *, row_number() OVER (PARTITION BY "item_id", "buyer_id", "sender_id", "event" ORDER BY "id") AS "nr"
	FROM "messages" WHERE "event" IS NOT NULL
), "requests" AS (
	SELECT DISTINCT ON ("actor_id", lower("steps"."body" ->> 'clientId')) "told"."id", ("steps"."body" ->> 'clientId')::uuid AS "request_id"
	FROM "steps" JOIN "told" ON "told"."item_id" = "steps"."item_id" AND "told"."buyer_id" = "steps"."buyer_id"
		AND "told"."sender_id" = "steps"."actor_id" AND "told"."event" = "steps"."event" AND "told"."nr" = "steps"."nr"
	WHERE "steps"."body" ->> 'clientId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
		AND "steps"."created_at" > now() - interval '30 days'
	ORDER BY "actor_id", lower("steps"."body" ->> 'clientId'), "steps"."id" DESC
)
UPDATE "messages" SET "request_id" = "requests"."request_id" FROM "requests" WHERE "requests"."id" = "messages"."id";--> statement-breakpoint
-- What items show until their deals are brought up to date, which is due at once: ends of reservations and turns are new.
UPDATE "items" AS "item" SET
	"reserved_until" = coalesce("reservation"."until", "item"."reserved_until"),
	"next_turn_until" = CASE WHEN "item"."waiting_count" > 0
		THEN coalesce("reservation"."until", "item"."reserved_until") + interval '6 hours' END
FROM "items" AS "same" LEFT JOIN "deal_reservations" AS "reservation"
	ON "reservation"."item_id" = "same"."id" AND "reservation"."ended_at" IS NULL
WHERE "same"."id" = "item"."id" AND "item"."reserved_until" IS NOT NULL;--> statement-breakpoint
UPDATE "deal_deadlines" SET "due_at" = now()
WHERE "item_id" IN (SELECT "item_id" FROM "deals" WHERE num_nonnulls("offer", "hold", "place") > 0);--> statement-breakpoint
CREATE UNIQUE INDEX "messages_request_key" ON "messages" USING btree ("sender_id","request_id") WHERE "messages"."request_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_event_idx" ON "messages" USING btree (("event" ->> 'type'),"created_at") WHERE "messages"."event" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_hold_key" ON "deals" USING btree ("item_id") WHERE "deals"."hold" is not null;--> statement-breakpoint
CREATE INDEX "deals_offer_idx" ON "deals" USING btree ("item_id") WHERE "deals"."offer" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_queue_key" ON "deals" USING btree ("item_id","place_number") WHERE "deals"."place" ->> 'isWithheld' = 'false';--> statement-breakpoint
CREATE INDEX "deals_withheld_idx" ON "deals" USING btree ("item_id") WHERE "deals"."place" ->> 'isWithheld' = 'true';--> statement-breakpoint
CREATE INDEX "deals_places_idx" ON "deals" USING btree ("buyer_id") WHERE "deals"."place" is not null;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_hold_kind" CHECK ("deals"."hold" ->> 'kind' in ('reserved', 'turn'));--> statement-breakpoint
DROP FUNCTION pg_temp.handover("deal_handovers");--> statement-breakpoint
DROP FUNCTION pg_temp.deal_now();--> statement-breakpoint
DROP FUNCTION pg_temp.moment(timestamp with time zone);
