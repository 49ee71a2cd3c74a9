-- outside a transaction
ALTER TABLE "items" VALIDATE CONSTRAINT "items_removed";
