ALTER TABLE "notices" ADD COLUMN "item_report_id" integer;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "user_report_id" integer;--> statement-breakpoint
-- Existing rows are filled in and checked by the next migration, which does not block writers.
ALTER TABLE "notices" ADD CONSTRAINT "notices_item_report_id_item_reports_id_fk" FOREIGN KEY ("item_report_id") REFERENCES "item_reports"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_report_id_user_reports_id_fk" FOREIGN KEY ("user_report_id") REFERENCES "user_reports"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_report" CHECK (num_nonnulls("notices"."item_report_id", "notices"."user_report_id") <= ("notices"."kind" = 'report')::int) NOT VALID;--> statement-breakpoint
-- Instances of the previous version that still run do not write the new columns: the report was decided in the same
-- transaction, at the same time. The trigger can be dropped one release later.
CREATE FUNCTION "notices_find_report"() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
	SELECT min("id") INTO NEW."item_report_id" FROM "item_reports"
	WHERE "reporter_id" = NEW."user_id" AND "resolved_at" = NEW."created_at"
		AND NOT EXISTS (SELECT FROM "notices" WHERE "item_report_id" = "item_reports"."id");
	IF NEW."item_report_id" IS NULL THEN
		SELECT min("id") INTO NEW."user_report_id" FROM "user_reports"
		WHERE "reporter_id" = NEW."user_id" AND "resolved_at" = NEW."created_at"
			AND NOT EXISTS (SELECT FROM "notices" WHERE "user_report_id" = "user_reports"."id");
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "notices_report_unknown" BEFORE INSERT ON "notices"
FOR EACH ROW WHEN (NEW."kind" = 'report' AND NEW."item_report_id" IS NULL AND NEW."user_report_id" IS NULL)
EXECUTE FUNCTION "notices_find_report"();
