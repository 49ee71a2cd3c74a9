-- outside a transaction
-- The kinds of notifications of the migration before.
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";
