ALTER TABLE "term_starts" DROP CONSTRAINT "term_starts_day";--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_code" CHECK ("branches"."code" ~ '^[A-Za-z0-9-]{2,12}$');--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_name_length" CHECK (char_length("branches"."name") between 1 and 60);--> statement-breakpoint
ALTER TABLE "search_word_groups" ADD CONSTRAINT "search_word_groups_size" CHECK (cardinality("search_word_groups"."words") between 2 and 12);--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_code" CHECK ("subjects"."code" ~ '^[A-Za-z0-9-]{2,12}$');--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_name_length" CHECK (char_length("subjects"."name") between 1 and 100);--> statement-breakpoint
ALTER TABLE "term_starts" ADD CONSTRAINT "term_starts_day" CHECK ("term_starts"."day" ~ '^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$');
