-- The check of 0064, which knows the kind item-moderated.
-- outside a transaction
-- The kinds of notifications of the migration before.
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";
