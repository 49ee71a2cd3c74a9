-- outside a transaction
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_kind";
