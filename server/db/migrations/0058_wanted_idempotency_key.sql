ALTER TABLE "wanted_posts" ADD COLUMN "idempotency_key" uuid;
