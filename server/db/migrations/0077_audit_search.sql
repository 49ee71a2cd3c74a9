-- outside a transaction
-- Building them inside one would block every administrator who reads or changes something, because each is logged.
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_at_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_at_idx" ON "audit_log" USING btree ("at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_words_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_words_idx" ON "audit_log" USING gin (audit_words("action", "target", "details") gin_trgm_ops) WITH (fastupdate=false);
