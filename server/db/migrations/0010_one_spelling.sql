-- Some letters can be written in two ways that look the same, ज़, ड़, ढ़ and फ़ among them: words are compared in one (NFC), and
-- kept as they were written.
CREATE OR REPLACE FUNCTION without_accents(words text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN unaccent('unaccent'::regdictionary, normalize(words));--> statement-breakpoint
-- What a search looks at is made anew where that changes it, by the column itself and by the triggers.
UPDATE "items" SET "title" = "title" WHERE "title" IS NOT NORMALIZED OR "description" IS NOT NORMALIZED;--> statement-breakpoint
UPDATE "item_reports" SET "complaint" = "complaint" WHERE "words" IS NOT NORMALIZED;--> statement-breakpoint
UPDATE "user_reports" SET "complaint" = "complaint" WHERE "words" IS NOT NORMALIZED;
