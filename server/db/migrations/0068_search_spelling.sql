-- One spelling for texts that look the same, as searchTerms has it (contract/catalogue/search-words.ts): compatible forms
-- of characters, digits of all scripts as 0 to 9, no characters that nobody sees, and Malayalam letters without a vowel
-- as the letter and a virama.
CREATE FUNCTION search_spelling(words text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN CASE WHEN octet_length(words) = char_length(words) THEN words ELSE without_accents(
		replace(replace(replace(replace(replace(replace(
			translate(
				normalize(words, NFKC),
				'٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯'
					|| U&'\00AD\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
				repeat('0123456789', 11)
			),
			U&'\0D7A', U&'\0D23\0D4D'), U&'\0D7B', U&'\0D28\0D4D'), U&'\0D7C', U&'\0D30\0D4D'),
			U&'\0D7D', U&'\0D32\0D4D'), U&'\0D7E', U&'\0D33\0D4D'), U&'\0D7F', U&'\0D15\0D4D')
	) END;--> statement-breakpoint
-- Names made of signs as words: C++, C#, .NET.
CREATE FUNCTION named_signs(words text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	RETURN regexp_replace(regexp_replace(regexp_replace(words,
		'(?<=[a-z])\+\+', 'plusplus ', 'gi'), '(?<![a-z0-9])([a-z])#', '\1sharp ', 'gi'), '\.net(?![a-z0-9])', ' dotnet ', 'gi');--> statement-breakpoint
-- As before (migration 0052), in one spelling, with the words in <angle brackets>, with names made of signs, and with the
-- parts of model numbers: "fx-991ES" as "fx", "991", "ES", "fx991" and "991ES".
CREATE OR REPLACE FUNCTION words_vector(config regconfig, words text) RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	AS $$
		SELECT CASE WHEN parts = plain AND plain !~ '\d' THEN whole
			ELSE whole || ts_delete(to_tsvector(config, concat_ws(' ', parts, named_signs(plain), groups,
				regexp_replace(groups, '([^ \d]) +(?=\d)', '\1', 'g'),
				regexp_replace(groups, '(\d) +(?=[^ \d])', '\1', 'g'))), tsvector_to_array(whole)) END
		FROM (SELECT search_spelling(words) AS plain) AS given,
			LATERAL (SELECT to_tsvector(config, plain) AS whole, translate(plain, './-_+:@~&#?=%<>', repeat(' ', 15)) AS parts) AS read,
			LATERAL (SELECT regexp_replace(parts, '(?<=\d)(?=[^ \d])|(?<=[^ \d])(?=\d)', ' ', 'g') AS groups) AS divided
	$$;
