-- Indexes and counts made of other tables: no data is lost. The entries of the log and their chain stay as they are.
DROP INDEX "audit_log_chapter_idx";--> statement-breakpoint
DROP INDEX "audit_log_pieces_idx";--> statement-breakpoint
DROP FUNCTION "audit_pieces"(text, text, text, integer);--> statement-breakpoint
DROP FUNCTION "asked_pieces"(text);--> statement-breakpoint
DROP TRIGGER "items_tallied_new" ON "items";--> statement-breakpoint
DROP TRIGGER "items_tallied_gone" ON "items";--> statement-breakpoint
DROP TRIGGER "items_tallied_changed" ON "items";--> statement-breakpoint
DROP FUNCTION "tally_new_items"();--> statement-breakpoint
DROP FUNCTION "tally_gone_items"();--> statement-breakpoint
DROP FUNCTION "tally_changed_item"();--> statement-breakpoint
DROP FUNCTION "tallied_as"(timestamptz, timestamptz, timestamptz);--> statement-breakpoint
DROP TABLE "item_tallies";
