-- outside a transaction
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_wanted_report_id_wanted_reports_id_fk";--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_report";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_wanted_report_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "notices_wanted_report_key" ON "notices" USING btree ("wanted_report_id") WHERE "notices"."wanted_report_id" is not null;
