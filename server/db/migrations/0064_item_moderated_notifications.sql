ALTER TABLE "notice_choices" DROP CONSTRAINT "notice_choices_kind";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind";--> statement-breakpoint
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_kind" CHECK ("notice_choices"."kind" in ('message', 'sale', 'offer', 'reservation', 'queue-turn', 'handover', 'review', 'price-drop', 'back-on-sale', 'wanted-answer', 'wanted-ending', 'search-alert', 'item-moderated', 'warning', 'report', 'announcement'));--> statement-breakpoint
-- The rows are checked by the next migration, without blocking writers.
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind" CHECK ("notices"."kind" in ('sale', 'offer', 'reservation', 'queue-turn', 'handover', 'review', 'price-drop', 'back-on-sale', 'wanted-answer', 'wanted-ending', 'search-alert', 'item-moderated', 'warning', 'report', 'announcement')) NOT VALID;
