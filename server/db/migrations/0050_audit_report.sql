-- In two steps, so that entries from before have null: these say in their details which report led to the action.
ALTER TABLE "audit_log" ADD COLUMN "report" text;--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "report" SET DEFAULT '';--> statement-breakpoint
-- The report follows the list, so that entries without this column keep their hash. As a JSON string it cannot be taken for
-- the end of the list.
CREATE OR REPLACE FUNCTION "audit_hash"("previous" bytea, "entry" "audit_log") RETURNS bytea
LANGUAGE sql STABLE
RETURN sha256("previous" || convert_to(json_build_array(
	("entry")."id",
	to_char(("entry")."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
	("entry")."admin_id",
	("entry")."action",
	("entry")."target",
	("entry")."severity",
	("entry")."ip_address",
	("entry")."details"
)::text || coalesce(to_json(("entry")."report")::text, ''), 'UTF8'));
