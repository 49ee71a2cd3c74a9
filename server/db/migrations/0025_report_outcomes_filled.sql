-- outside a transaction
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_item_report_id_item_reports_id_fk";--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_user_report_id_user_reports_id_fk";--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_report";--> statement-breakpoint
-- A report and its notification have the same time. Reports of one person that were decided at the same time are about the
-- same target, so their notifications have the same text: the order is enough to tell them apart.
UPDATE "notices" SET "item_report_id" = "decided"."id"
FROM (
	SELECT "id", "reporter_id", "resolved_at", row_number() OVER "same" AS "position" FROM "item_reports"
	WHERE "resolved_at" IS NOT NULL WINDOW "same" AS (PARTITION BY "reporter_id", "resolved_at" ORDER BY "id")
) "decided", (
	SELECT "id", "user_id", "created_at", row_number() OVER "same" AS "position" FROM "notices"
	WHERE "kind" = 'report' WINDOW "same" AS (PARTITION BY "user_id", "created_at" ORDER BY "id")
) "told"
WHERE "told"."user_id" = "reporter_id" AND "told"."created_at" = "resolved_at" AND "told"."position" = "decided"."position"
	AND "notices"."id" = "told"."id" AND "item_report_id" IS NULL AND "user_report_id" IS NULL;--> statement-breakpoint
UPDATE "notices" SET "user_report_id" = "decided"."id"
FROM (
	SELECT "id", "reporter_id", "resolved_at", row_number() OVER "same" AS "position" FROM "user_reports"
	WHERE "resolved_at" IS NOT NULL WINDOW "same" AS (PARTITION BY "reporter_id", "resolved_at" ORDER BY "id")
) "decided", (
	SELECT "id", "user_id", "created_at", row_number() OVER "same" AS "position" FROM "notices"
	WHERE "kind" = 'report' WINDOW "same" AS (PARTITION BY "user_id", "created_at" ORDER BY "id")
) "told"
WHERE "told"."user_id" = "reporter_id" AND "told"."created_at" = "resolved_at" AND "told"."position" = "decided"."position"
	AND "notices"."id" = "told"."id" AND "item_report_id" IS NULL AND "user_report_id" IS NULL;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_item_report_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "notices_item_report_key" ON "notices" USING btree ("item_report_id") WHERE "notices"."item_report_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_user_report_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "notices_user_report_key" ON "notices" USING btree ("user_report_id") WHERE "notices"."user_report_id" is not null;
