-- outside a transaction
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_report_kind_report_id_reports_kind_id_fk";--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_report";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notices_report_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "notices_report_key" ON "notices" USING btree ("report_kind","report_id") WHERE "notices"."report_id" is not null;
