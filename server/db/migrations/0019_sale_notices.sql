ALTER TABLE "notice_choices" DROP CONSTRAINT "notice_choices_kind";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind";--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_kind" CHECK ("notice_choices"."kind" in ('message', 'sale', 'warning', 'report', 'announcement'));--> statement-breakpoint
-- What is there is of fewer kinds, and looked at by the next migration, which keeps nobody waiting.
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('sale', 'warning', 'report', 'announcement')) NOT VALID;
