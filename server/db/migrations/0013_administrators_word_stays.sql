ALTER TABLE "users" DROP CONSTRAINT "users_verified_by";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_verified_by" CHECK ("users"."verified_by" is null or "users"."verified_by" = 'admin' or ("users"."verified_by" = 'email' and "users"."verified_at" is not null));--> statement-breakpoint
-- Of those who are not verified now, the ones whom an administrator's last word made so.
UPDATE "users" SET "verified_by" = 'admin'
WHERE "verified_at" IS NULL AND "deleted_at" IS NULL AND (
	SELECT "action" FROM "audit_log"
	WHERE "target" = 'user ' || "users"."id" AND "action" IN ('USER_VERIFIED', 'USER_UNVERIFIED')
	ORDER BY "audit_log"."id" DESC LIMIT 1) = 'USER_UNVERIFIED';
