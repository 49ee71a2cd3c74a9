-- outside a transaction
-- The kinds of the migration before.
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";
