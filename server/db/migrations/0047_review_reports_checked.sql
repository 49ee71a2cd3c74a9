-- outside a transaction
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_review_report_id_review_reports_id_fk";--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_report";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_review_report_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "notices_review_report_key" ON "notices" USING btree ("review_report_id") WHERE "notices"."review_report_id" is not null;
