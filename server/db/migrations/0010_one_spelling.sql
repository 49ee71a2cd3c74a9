-- The same letter in one encoding, as text is kept from now on (contract/common.ts): of ज़, ड़, ढ़ and फ़ there are two. Where
-- the other is longer than there is room for, it stays as it was.
UPDATE "items" SET "title" = normalize("title")
	WHERE "title" IS NOT NORMALIZED AND char_length(normalize("title")) <= 255;--> statement-breakpoint
UPDATE "items" SET "description" = normalize("description")
	WHERE "description" IS NOT NORMALIZED AND char_length(normalize("description")) <= 255;
